import { lazy } from 'react'
import { whenFormIsWanted } from './when-form-is-wanted'

// Listens from module load on: React renders the form only when idle, and the user may press something before that.
const wanted = whenFormIsWanted()

/** The nomination form. Its script is loaded when it is needed; until then the page shows the server's rendering. */
export const NominationForm = lazy(async () => {
  await wanted
  const { NominationForm } = await import('@/features/nominations/nomination-form')
  return { default: NominationForm }
})
