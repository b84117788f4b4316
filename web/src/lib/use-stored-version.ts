import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ApiError } from './api-error'
import type { RuleForm } from './rule-form'

type Versioned = { version?: string }

/**
 * The version of the stored values that a form changes. Sent with them, it makes the server refuse the form if someone
 * else has changed the values since the form loaded them.
 */
export function useStoredVersion<Stored extends Versioned>(
  form: Pick<RuleForm, 'getValues' | 'reset' | 'setValue'>,
  opened: Stored | undefined,
  valuesOf: (stored: Stored) => FieldValues,
) {
  const [version, setVersion] = useState(opened?.version)
  function show(stored: Stored | undefined) {
    if (!stored) throw new ApiError(404, 'Someone else has deleted this entry, so it cannot be saved any more.')
    // Keeps the fields, so that setFocus works before the next rendering.
    form.reset(valuesOf(stored), { keepFieldsRef: true })
    setVersion(stored.version)
  }
  return {
    version,
    /** Replaces what is in the form by stored values. Without them it throws, because someone has deleted them. */
    show,
    /**
     * Saves the form and returns the stored values. What is typed meanwhile stays in the form as unsaved, except in the
     * form of a new record, because the page of the record opens next.
     */
    async save(send: () => Promise<Stored>): Promise<Stored> {
      // The form changes its rows in place.
      const sent = structuredClone(form.getValues())
      const stored = await send()
      if (!opened) {
        show(stored)
        return stored
      }
      const typed = form.getValues()
      const values = valuesOf(stored)
      form.reset(values, { keepValues: true })
      // The server may have changed what was sent, for example removed spaces at the end.
      for (const [name, value] of Object.entries(values))
        if (JSON.stringify(typed[name]) === JSON.stringify(sent[name]))
          form.setValue(name, value, { shouldDirty: true })
      setVersion(stored.version)
      return stored
    },
  }
}
