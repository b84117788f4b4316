/**
 * Loads the tooltips when the pointer or the focus first reaches an element, so that the page's own script stays small.
 */
export function loadTooltips(): void {
  const wanted = new AbortController()
  async function load(event: Event) {
    wanted.abort()
    const { startTooltips } = await import('@/ui/tooltips')
    startTooltips(event)
  }
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, load, { signal: wanted.signal })
}
