import { useEffect } from 'react'
import type { ApiError } from './api-error'

// A session can end at any call: signed out elsewhere, deactivated, no longer an admin. Whoever
// shows what needs a session listens here.
const refusals = new EventTarget()

/** Tells listeners that the server refused a call for want of a session or of rights. */
export function tellRefused(error: ApiError): void {
  if (error.status === 401 || error.status === 403) refusals.dispatchEvent(new Event('refused'))
}

/** Calls back when the server has refused a call for want of a session or of rights. */
export function useRefused(onRefused: () => void): void {
  useEffect(() => {
    refusals.addEventListener('refused', onRefused)
    return () => refusals.removeEventListener('refused', onRefused)
  }, [onRefused])
}
