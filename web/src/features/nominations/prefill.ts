import { useEffect, useRef } from 'react'
import type { SessionUser } from '@/lib/generated'
import type { Nomination, NominationRuleForm } from './form-api'

/** What an account already tells of its owner: the location's first two parts are city and state. */
export function prefill(user: Pick<SessionUser, 'name' | 'email' | 'phone' | 'location'>) {
  const [city = '', state = ''] = user.location.split(',').map((part) => part.trim())
  return { name: user.name, email: user.email, phone: user.phone, city, state } satisfies Partial<Nomination>
}

/** Fills in what a signed-in applicant's account tells, and takes it out again when they sign out. */
export function usePrefill(
  form: Pick<NominationRuleForm, 'getValues' | 'setValue'>,
  user: SessionUser | null,
  filling: (fill: () => void) => void,
): void {
  const { getValues, setValue } = form
  // An effect's clean-up may not call an effect event.
  const by = useRef(filling)
  useEffect(() => {
    by.current = filling
  })
  useEffect(() => {
    if (!user) return
    const known = Object.entries(prefill(user))
    by.current(() => {
      for (const [name, value] of known) if (name === 'email' || !getValues(name)) setValue(name, value)
    })
    return () =>
      by.current(() => {
        for (const [name, value] of known) if (getValues(name) === value) setValue(name, '')
      })
  }, [user, getValues, setValue])
}
