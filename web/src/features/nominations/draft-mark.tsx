import { useHydrated } from '@/lib/hydrated'
import { paths } from '@/lib/paths'
import { Link } from '@/ui/link'

// The draft's own cookie is out of a script's reach. This mark says that there may be one, so that
// a first visit does not ask the server for what it can't have.
const markKey = 'draft'

export function mayHaveDraft(): boolean {
  try {
    return localStorage.getItem(markKey) !== null
  } catch {
    return true
  }
}

export function markDraft(exists: boolean): void {
  try {
    if (exists) localStorage.setItem(markKey, 'saved')
    else localStorage.removeItem(markKey)
  } catch {
    // A browser that keeps nothing is asked each time.
  }
}

/** Whether a draft was started here, as far as the browser can tell. */
export function hasDraftMark(): boolean {
  try {
    return localStorage.getItem(markKey) !== null
  } catch {
    return false
  }
}

// An emailed link was opened on this page: once the form has the draft, it leads to where the applicant stopped.
let isResumed = false

/** The draft of an emailed link is this browser's now. */
export function markResumed(): void {
  markDraft(true)
  isResumed = true
}

/** Whether the form was opened by an emailed link; true once. */
export function takeResumed(): boolean {
  const was = isResumed
  isResumed = false
  return was
}

/** At the top of the page, to visitors who have started the form here before. */
export function DraftReminder() {
  if (!useHydrated() || !hasDraftMark()) return null
  return (
    <p className="border-base-300 border-b bg-base-200">
      <span className="page block py-2.5">
        You have started a nomination.{' '}
        <Link to={paths.register} className="text-link">
          Continue with it
        </Link>
      </span>
    </p>
  )
}
