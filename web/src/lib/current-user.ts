import { createContext, use } from 'react'
import type { SessionUser } from './api-types'

/** The signed-in user, for components that are also used where no session is loaded, such as on the landing page. */
export const CurrentUserContext = createContext<SessionUser | null>(null)

/** The signed-in user; null for a visitor and until the server has answered. */
export function useCurrentUser(): SessionUser | null {
  return use(CurrentUserContext)
}
