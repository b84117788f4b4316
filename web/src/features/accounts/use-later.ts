import { useEffect, useEffectEvent } from 'react'

/** Does something once, so many milliseconds after the component has appeared, if it is still there. */
export function useLater(act: () => void, milliseconds: number): void {
  const due = useEffectEvent(act)
  useEffect(() => {
    const timer = setTimeout(() => due(), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
}
