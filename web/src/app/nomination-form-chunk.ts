import { lazy } from 'react'
import { whenFormIsWanted } from './when-form-is-wanted'

// Listens from now on: React asks for the form when it has nothing else to do, and a press may come before that.
const wanted = whenFormIsWanted()

/** The nomination form, whose script is fetched only when it is wanted: until then the server's rendering of it stands. */
export const NominationForm = lazy(async () => {
  await wanted
  const { NominationForm } = await import('@/features/nominations/nomination-form')
  return { default: NominationForm }
})
