/**
 * Loads the tooltips when the pointer or the focus first reaches an element, so that the page's own script stays small.
 */
export function loadTooltips(): void {
  const wanted = new AbortController()
  let latest: Event | undefined
  async function load(event: Event) {
    // An import that has failed once keeps failing until the page is reloaded.
    if (!navigator.onLine) return
    const isLoading = latest !== undefined
    latest = event
    if (isLoading) return
    try {
      const { startTooltips } = await import('@/ui/tooltips')
      startTooltips(latest)
    } catch {
      // The page works without tooltips.
    }
    wanted.abort()
  }
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, load, { signal: wanted.signal })
}
