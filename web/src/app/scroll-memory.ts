const storageKey = 'react-router-scroll-positions'

/**
 * Forgets where the first page of an earlier visit in this tab was left: whoever comes anew starts
 * at the top, or where the address points. Reloads and the way back keep their places.
 */
export function forgetEarlierVisit(): void {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (arrival?.type !== 'navigate') return
  try {
    const { default: _, ...places } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    sessionStorage.setItem(storageKey, JSON.stringify(places))
  } catch {
    // Without storage there is nothing to forget.
  }
}
