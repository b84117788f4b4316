import { createContext, use } from 'react'

export type Navigation = {
  /** Navigates to an address of the site. */
  go: (to: string) => void
  /** Changes with each navigation, even one to the same address. */
  key: string
}

/**
 * How links navigate. The router provides it on every page but the rendered landing page, which has no router until the
 * user leaves it (app/landing-navigation.ts).
 */
export const NavigationContext = createContext<Navigation>({ go: (to) => location.assign(to), key: 'default' })

export function useSiteNavigation(): Navigation {
  return use(NavigationContext)
}
