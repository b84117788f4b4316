import { warmUp } from '@/lib/server'

/** Whoever begins to fill a form in will send it, and may be without a network for a moment by then. */
export function warmUpForForms(): void {
  addEventListener('focusin', function begun({ target }) {
    if (!(target as Element).closest('form')) return
    removeEventListener('focusin', begun)
    warmUp()
  })
}
