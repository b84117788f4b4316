/**
 * Resolves when the user is about to use the nomination form: its section comes near the viewport, is pressed or
 * focused, has no server rendering, or the address or a link points into the page. Every in-page link counts, not only
 * links to the form: React delays a navigation while a part of the page waits for hydration.
 */
export function whenFormIsWanted(): Promise<void> {
  return new Promise((resolve) => {
    const section = document.getElementById('register')
    if (!section || location.hash === '#register') return resolve()

    const done = new AbortController()
    const near = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && wanted(), {
      rootMargin: '800px 0px',
    })
    function wanted() {
      done.abort()
      near.disconnect()
      resolve()
    }
    near.observe(section)
    section.addEventListener('pointerdown', wanted, { signal: done.signal })
    section.addEventListener('focusin', wanted, { signal: done.signal })
    window.addEventListener('popstate', wanted, { signal: done.signal })
    document.addEventListener(emptyPlace, wanted, { signal: done.signal })
    document.addEventListener('click', (event) => pointsIntoPage(event) && wanted(), {
      signal: done.signal,
      capture: true,
    })
  })
}

const emptyPlace = 'form-place-is-empty'

/** Requests the form on a return to the landing page, where there is no server rendering of it. */
export function wantForm(): void {
  document.dispatchEvent(new Event(emptyPlace))
}

function pointsIntoPage(event: MouseEvent): boolean {
  const link = (event.target as Element | null)?.closest?.('a')
  return Boolean(link?.getAttribute('href')?.includes('#'))
}
