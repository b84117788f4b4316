import { warmUp } from '@/lib/api'

/** Loads the code for API calls when the user starts to fill in a form: the network may be down when they send it. */
export function warmUpForForms(): void {
  addEventListener('focusin', function onFirstUse({ target }) {
    if (!(target as Element).closest('form')) return
    removeEventListener('focusin', onFirstUse)
    warmUp()
  })
}
