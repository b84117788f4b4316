import { useEffect } from 'react'
import type { SessionUser } from '@/lib/generated'
import type { NominationRuleForm } from './nomination'
import { prefill } from './prefill'

/** Fills in what a signed-in applicant's account tells, and takes it out again when she signs out. */
export function usePrefill(form: Pick<NominationRuleForm, 'getValues' | 'setValue'>, user: SessionUser | null): void {
  const { getValues, setValue } = form
  useEffect(() => {
    if (!user) return
    const known = Object.entries(prefill(user))
    for (const [name, value] of known) if (name === 'email' || !getValues(name)) setValue(name, value)
    return () => {
      for (const [name, value] of known) if (getValues(name) === value) setValue(name, '')
    }
  }, [user, getValues, setValue])
}
