import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { RuleForm } from './rule-form'

type Versioned = { version?: string }

/**
 * The version of the stored values that a form changes. Sent with them, it makes the server refuse the form if someone
 * else has changed the values since the form has shown them.
 */
export function useStoredVersion<Stored extends Versioned>(
  form: Pick<RuleForm, 'reset'>,
  opened: Stored | undefined,
  valuesOf: (stored: Stored) => FieldValues,
) {
  const [version, setVersion] = useState(opened?.version)
  return {
    version,
    /** Replaces what is in the form by stored values. */
    show(stored: Stored) {
      form.reset(valuesOf(stored))
      setVersion(stored.version)
    },
  }
}
