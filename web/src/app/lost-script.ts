import { type ComponentType, useEffect } from 'react'
import { useRouteError } from 'react-router'

// The script of a page can be gone: the tab is older than the release, or the connection is cut. The page reloads its
// address once, which finds the scripts of a new release. If that does not help, its error page is shown.

/** Reports whether a script or its styles could not be loaded. Each browser throws an error with its own message. */
export const isLostScript = (error: unknown) =>
  error instanceof Error && /dynamically imported|module script|preload CSS/i.test(error.message)

/**
 * Loads the component of a route on the first visit. The router renders nothing for a route that it could not load, not
 * even the error page, so the component of a lost script throws the error when it is rendered.
 */
export function loadLater(load: () => Promise<ComponentType>) {
  return { Component: () => load().catch(lostComponent) }
}

/** Returns a component that fails with the error of its lost script. */
export const lostComponent = (error: unknown) => () => {
  throw error
}

/** Reloads the address if the route failed because a script is gone: once for each address and release, never offline. */
export function useReloadOfLostScript(): void {
  const error = useRouteError()
  useEffect(() => {
    if (isLostScript(error) && navigator.onLine && isFirst()) location.reload()
  }, [error])
}

function isFirst(): boolean {
  const key = import.meta.url + location.href
  try {
    const isFirst = !sessionStorage.getItem(key)
    sessionStorage.setItem(key, '1')
    return isFirst
  } catch {
    // Without storage nothing stops a loop of reloads.
    return false
  }
}
