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

/** Whether a draft was begun here, as far as the browser can tell. */
export function hasDraftMark(): boolean {
  try {
    return localStorage.getItem(markKey) !== null
  } catch {
    return false
  }
}

/** At the top of the page, to whoever has begun the form here before. */
export function DraftReminder() {
  if (!useHydrated() || !hasDraftMark()) return null
  return (
    <p className="border-base-300 border-b bg-base-200">
      <span className="page block py-2.5">
        You have begun a nomination.{' '}
        <Link to={paths.register} className="text-link">
          Go on with it
        </Link>
      </span>
    </p>
  )
}
