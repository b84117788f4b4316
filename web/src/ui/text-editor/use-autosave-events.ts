import { useEffect } from 'react'
import type { Autosave, Status } from './autosave'

/**
 * Saves at once when the browser is online again and when the tab is hidden or shown. The browser asks before it closes
 * a page whose texts are not saved.
 */
export function useAutosaveEvents({ flush }: Autosave, status: Status): void {
  useEffect(() => {
    const save = () => void flush()
    addEventListener('online', save)
    document.addEventListener('visibilitychange', save)
    return () => {
      removeEventListener('online', save)
      document.removeEventListener('visibilitychange', save)
    }
  }, [flush])

  useEffect(() => {
    if (status === 'saved') return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [status])
}
