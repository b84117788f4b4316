// The draft's own cookie is out of a script's reach. This mark says that there may be one, so that
// a first visit does not ask the server for what it can't have.
const key = 'draft'

export function mayHaveDraft(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return true
  }
}

export function markDraft(exists: boolean): void {
  try {
    if (exists) localStorage.setItem(key, 'saved')
    else localStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing is asked each time.
  }
}
