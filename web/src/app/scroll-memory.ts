// Where the router keeps the places of a tab's pages, by the key of their entry in the history.
const storageKey = 'react-router-scroll-positions'

/**
 * Forgets where the first page of an earlier visit in this tab was left: whoever comes anew starts
 * at the top, or where the address points. Reloads and the way back keep their places.
 */
export function forgetEarlierVisit(): void {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (arrival?.type !== 'navigate') return
  change(({ default: _, ...places }) => places)
}

/** Keeps the place of the page that is being left, for the router to find it again. */
export function rememberPlace(): void {
  change((places) => ({ ...places, [history.state?.key ?? 'default']: window.scrollY }))
}

/** What the next entry of the history holds, as the router writes it: it may have to read it later. */
export function nextEntry(): { usr: null; key: string; idx: number } {
  return { usr: null, key: Math.random().toString(36).slice(2, 10), idx: (history.state?.idx ?? 0) + 1 }
}

function change(by: (places: Record<string, number>) => Record<string, number>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(by(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))))
  } catch {
    // Without storage there is nothing to forget, and nothing to keep.
  }
}
