import { lazy } from 'react'
import { whenFormIsWanted } from './when-form-is-wanted'

/** The nomination form, whose script is fetched only when it is wanted: until then the server's rendering of it stands. */
export const NominationForm = lazy(async () => {
  await whenFormIsWanted()
  const { NominationForm } = await import('@/features/nominations/nomination-form')
  return { default: NominationForm }
})
