import { useEffect, useRef } from 'react'

/** Tells whether the component is still on the page, for what happens after a request. */
export function useMounted(): { readonly current: boolean } {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
