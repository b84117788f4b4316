import { useSyncExternalStore } from 'react'

/**
 * False while the server renders and while the browser takes its rendering over, true from then on.
 * What only the browser knows (the address's query, who is signed in) may show once this is true:
 * before that the two renderings would differ.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(never, inTheBrowser, onTheServer)
}

const never = () => () => {}
const inTheBrowser = () => true
const onTheServer = () => false
