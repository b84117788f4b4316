import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ApiError } from './api-error'
import { deleted, type RuleForm } from './rule-form'

type Versioned = { version?: string }

/**
 * The version of the stored values that a form changes. Sent with them, it makes the server refuse the form if someone
 * else has changed the values since the form loaded them.
 */
export function useStoredVersion<Stored extends Versioned>(
  form: Pick<RuleForm, 'getValues' | 'reset' | 'setError' | 'setFocus' | 'setValue'>,
  opened: Stored | undefined,
  valuesOf: (stored: Stored) => FieldValues,
) {
  const [version, setVersion] = useState(opened?.version)
  const client = useQueryClient()
  function show(stored: Stored) {
    // Keeps the fields, so that setFocus works before the next rendering.
    form.reset(valuesOf(stored), { keepFieldsRef: true })
    setVersion(stored.version)
  }
  return {
    version,
    /** Replaces what is in the form by stored values. */
    show,
    /**
     * Replaces what is in the form by the values that are stored now, focuses a field and returns the values. If someone
     * has deleted them, it reports that in the form.
     */
    async load<Loaded, Key extends QueryKey>(
      query: FetchQueryOptions<Loaded, Error, Loaded, Key>,
      find: (loaded: Loaded) => Stored | undefined,
      focused: string,
    ): Promise<Stored | undefined> {
      const stored = await client.fetchQuery({ ...query, staleTime: 0 }).then(find, (error) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      })
      if (!stored) {
        form.setError('root', {
          type: deleted,
          message:
            'Someone else has deleted this entry, so your changes cannot be saved. What you typed is still in the form.',
        })
        return
      }
      show(stored)
      form.setFocus(focused)
      return stored
    },
    /**
     * Saves the form and returns the stored values. What is typed meanwhile stays in the form as unsaved. The form of a
     * new record is disabled meanwhile, because the page of the record opens next.
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
      const unchanged = Object.entries(values).filter(
        ([name]) => JSON.stringify(typed[name]) === JSON.stringify(sent[name]),
      )
      // The server may have changed what was sent, for example removed spaces at the end.
      function update() {
        for (const [name, value] of unchanged) form.setValue(name, value, { shouldDirty: true })
      }
      // useFieldArray notices changed rows only before the reset. The reset marks the whole form as saved. The second
      // update makes the form compare its values again, so that what was typed meanwhile counts as unsaved.
      update()
      form.reset(values, { keepValues: true })
      update()
      setVersion(stored.version)
      return stored
    },
  }
}
