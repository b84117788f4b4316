// The key under which the router stores scroll positions, by the key of their history entry.
const storageKey = 'react-router-scroll-positions'

/**
 * Deletes the stored scroll position of the first page of an earlier visit in this tab: a new visit starts at the top,
 * or at the address's fragment. Reloads and Back keep their positions.
 */
export function forgetEarlierVisit(): void {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (arrival?.type !== 'navigate') return
  change(({ default: _, ...places }) => places)
}

/** Stores the scroll position of the page that is being left, in the router's format. */
export function rememberPlace(): void {
  change((places) => ({ ...places, [history.state?.key ?? 'default']: window.scrollY }))
}

/** The state of the next history entry, in the router's format: the router may have to read it later. */
export function nextEntry(): { usr: null; key: string; idx: number } {
  return { usr: null, key: Math.random().toString(36).slice(2, 10), idx: (history.state?.idx ?? 0) + 1 }
}

function change(by: (places: Record<string, number>) => Record<string, number>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(by(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))))
  } catch {
    // Without storage there is no position to delete or to store.
  }
}
