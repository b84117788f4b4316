import { type RefObject, useEffect, useRef } from 'react'

/** Hides the pictures below an element that do not load: those that have failed by now, and those that will. */
export function useHideBroken<Box extends HTMLElement>(): RefObject<Box | null> {
  const box = useRef<Box>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    for (const image of element.querySelectorAll('img')) if (image.complete && !image.naturalWidth) image.hidden = true
    const hide = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) target.hidden = true
    }
    element.addEventListener('error', hide, true)
    return () => element.removeEventListener('error', hide, true)
  })
  return box
}
