import { createContext, use } from 'react'
import type { SessionUser } from './generated'

/** Who is signed in, for what also stands where no session is asked for: on the landing page of a visitor. */
export const CurrentUserContext = createContext<SessionUser | null>(null)

/** The signed-in user; null for a visitor, and until the server has answered. */
export function useCurrentUser(): SessionUser | null {
  return use(CurrentUserContext)
}
