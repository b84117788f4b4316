import { useCallback, useEffect, useRef } from 'react'

/** Moves the focus to an element without scrolling the page. */
export function focusTarget(target: HTMLElement | null): void {
  if (!target) return
  // The assignment adds the attribute, without which a heading cannot take the focus.
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

/**
 * Returns a ref for a button that its own action may remove from the page. If the button has the focus then, the
 * heading of the page takes it, unless an effect of the page has focused another element.
 */
export function useHeadingFocusAfterRemoval() {
  const hadFocus = useRef(false)
  useEffect(
    () => () => {
      if (!hadFocus.current) return
      // The effects of the page come first.
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusTarget(document.querySelector<HTMLElement>('main h1'))
      })
    },
    [],
  )
  return useCallback((button: HTMLElement | null) => {
    hadFocus.current = false
    // React calls this before it removes the button from the document.
    return () => {
      hadFocus.current = document.activeElement === button
    }
  }, [])
}
