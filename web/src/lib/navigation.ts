import { createContext, use } from 'react'

export type Navigation = {
  /** Goes to an address of the site. */
  go: (to: string) => void
  /** Another one after each navigation, also after one to the same address. */
  key: string
}

/**
 * How links lead on. The router stands behind it on every page but the rendered landing page, which
 * does without it until somebody leaves (app/landing-navigation.ts).
 */
export const NavigationContext = createContext<Navigation>({ go: (to) => location.assign(to), key: 'default' })

export function useSiteNavigation(): Navigation {
  return use(NavigationContext)
}
