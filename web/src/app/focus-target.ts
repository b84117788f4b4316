/** Moves the focus to an element without scrolling the page. */
export function focusTarget(target: HTMLElement | null): void {
  if (!target) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
