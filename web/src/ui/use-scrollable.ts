import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Makes an element that scrolls sideways a stop of the Tab key while its content does not fit, so that the arrow keys
 * scroll it. Not every browser does that itself.
 */
export function useScrollable<Element extends HTMLElement>(): {
  ref: RefObject<Element | null>
  tabIndex: 0 | undefined
} {
  const ref = useRef<Element>(null)
  const [isScrollable, setScrollable] = useState(false)

  useEffect(() => {
    const box = ref.current
    if (!box) return
    const observer = new ResizeObserver(() => setScrollable(box.scrollWidth > box.clientWidth))
    observer.observe(box)
    return () => observer.disconnect()
  }, [])

  return { ref, tabIndex: isScrollable ? 0 : undefined }
}
