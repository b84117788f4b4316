import { Link } from 'react-router'
import { useHydrated } from '@/lib/hydrated'
import { paths } from '@/lib/paths'
import { useTexts } from '@/lib/texts'

// Scripts cannot read the draft's cookie. This mark says that there may be a draft, so that first-time visitors do not
// ask the server for one.
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
    // Without storage the server is asked each time.
  }
}

/** Reports whether a draft may have been started in this browser. */
function hasDraftMark(): boolean {
  try {
    return localStorage.getItem(markKey) !== null
  } catch {
    return false
  }
}

// Whether an emailed link was opened on this page. If so, the form scrolls to where the applicant stopped.
let isResumed = false

/** Notes that the draft of an emailed link now belongs to this browser. */
export function markResumed(): void {
  markDraft(true)
  isResumed = true
}

/** Reports whether an emailed link opened the form. Returns true only once. */
export function takeResumed(): boolean {
  const was = isResumed
  isResumed = false
  return was
}

/** A reminder at the top of the page for visitors with a draft. */
export function DraftReminder() {
  const text = useTexts('landing')
  if (!useHydrated() || !hasDraftMark()) return null
  return (
    <p className="border-base-300 border-b bg-base-200">
      <span className="page block py-2.5">
        {text('draft.started')}{' '}
        <Link to={paths.register} className="text-link">
          {text('draft.continue')}
        </Link>
      </span>
    </p>
  )
}
