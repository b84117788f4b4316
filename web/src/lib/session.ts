import { atom, type createStore, useAtomValue, useSetAtom, useStore } from 'jotai'
import { useCallback, useEffect } from 'react'
import type { SessionUser } from './generated'
import { send } from './server'

/** loading until the server has said who she is; then anonymous or authenticated. */
export type Session =
  | { status: 'loading'; user: null }
  | { status: 'anonymous'; user: null }
  | { status: 'authenticated'; user: SessionUser }

const sessionAtom = atom<Session>({ status: 'loading', user: null })

/** Who is here. */
export function useSession(): Session {
  return useAtomValue(sessionAtom)
}

/** Sets who is here: after a sign-in her account, after a sign-out null. */
export function useSetSessionUser(): (user: SessionUser | null) => void {
  const set = useSetAtom(sessionAtom)
  return useCallback(
    (user) => {
      set(sessionOf(user))
      markPage(user)
    },
    [set],
  )
}

/** Only an account whose isAdmin is the text "true" is an admin. */
export function isAdmin(user: SessionUser | null): boolean {
  return user?.isAdmin === 'true'
}

/** Asks the server who is here. Without the cookie that goes with a session there is nobody to ask for. */
async function loadSession(store: ReturnType<typeof createStore>): Promise<void> {
  const user = hasSessionHint(document.cookie) ? await currentUser() : null
  store.set(sessionAtom, sessionOf(user))
  markPage(user)
}

/**
 * Loads the session once the page is up: an answer in the midst of hydration would not match what
 * the server had rendered.
 */
export function useLoadSession(): void {
  const store = useStore()
  useEffect(() => {
    loadSession(store)
  }, [store])
}

/** Whether the readable companion of the session cookie is there. */
export function hasSessionHint(cookies: string): boolean {
  return /(^|; )signed_in=1/.test(cookies)
}

// Whoever can't be told is a visitor: better the public page than one that waits for ever.
function currentUser(): Promise<SessionUser | null> {
  return send<SessionUser>('/api/user').catch(() => null)
}

function sessionOf(user: SessionUser | null): Session {
  return user ? { status: 'authenticated', user } : { status: 'anonymous', user: null }
}

// The stylesheet shows a visitor's buttons by this mark before the script has run.
function markPage(user: SessionUser | null): void {
  document.documentElement.dataset.session = user ? 'authenticated' : 'anonymous'
}
