import { useCallback, useEffect, useRef } from 'react'

/** Moves the focus to an element without scrolling the page. */
export function focusTarget(target: HTMLElement | null): void {
  if (!target) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

/**
 * Returns the ref of a button, which may leave the page while it has the focus because its own action removes it. The
 * heading of the page then takes the focus, unless an effect of the page has moved it elsewhere.
 */
export function usePassesFocusOn() {
  const hadFocus = useRef(false)
  useEffect(
    () => () => {
      if (!hadFocus.current) return
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusTarget(document.querySelector<HTMLElement>('main h1'))
      })
    },
    [],
  )
  return useCallback((button: HTMLElement | null) => {
    hadFocus.current = false
    return () => {
      hadFocus.current = document.activeElement === button
    }
  }, [])
}
