import { useCallback, useEffect, useRef, useState } from 'react'

/** Gives the focus to an element, by its id, as soon as it is there and can take it: after the next drawing, or the one after that. */
export function useFocusNext(): (id: string) => void {
  const wanted = useRef<string>(undefined)
  const [, draw] = useState({})

  useEffect(() => {
    const element = wanted.current && document.getElementById(wanted.current)
    if (!element) return
    element.focus()
    if (document.activeElement === element) wanted.current = undefined
  })

  return useCallback((id) => {
    wanted.current = id
    draw({})
  }, [])
}
