import { useSyncExternalStore } from 'react'

/**
 * False on the server and during hydration, then true. Content that only the browser knows, such as the query string or
 * the signed-in user, may be shown only when this is true: otherwise the two renderings would differ.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(never, inTheBrowser, onTheServer)
}

const never = () => () => {}
const inTheBrowser = () => true
const onTheServer = () => false
