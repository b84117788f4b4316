/**
 * Resolves as soon as somebody is about to use the nomination form: its section comes near the
 * viewport, is pressed or focused, its place stands empty, or the address or a link points into
 * the page.
 *
 * Any in-page link counts, not only the form's own: React holds a navigation back while a part
 * of the page waits to be hydrated, so nothing may wait longer than the first navigation.
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

/** Tells that somebody came back to the page by way of another, where no server's rendering stands in for the form. */
export function wantForm(): void {
  document.dispatchEvent(new Event(emptyPlace))
}

function pointsIntoPage(event: MouseEvent): boolean {
  const link = (event.target as Element | null)?.closest?.('a')
  return Boolean(link?.getAttribute('href')?.includes('#'))
}
