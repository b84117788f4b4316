/**
 * Loads the tooltips when the pointer or the focus first reaches an element, so that the page's own script stays small.
 */
export function loadTooltips(): void {
  const wanted = new AbortController()
  let latest: Event | undefined
  async function load(event: Event) {
    const isLoading = latest !== undefined
    latest = event
    if (isLoading) return
    try {
      const { startTooltips } = await import('@/ui/tooltips')
      wanted.abort()
      startTooltips(latest)
    } catch {
      latest = undefined // without a connection; the next event tries again
    }
  }
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, load, { signal: wanted.signal })
}
