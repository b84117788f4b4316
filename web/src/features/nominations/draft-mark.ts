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
