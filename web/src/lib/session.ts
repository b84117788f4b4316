import { useQueryClient } from '@tanstack/react-query'
import { atom, type createStore, useAtomValue, useSetAtom, useStore } from 'jotai'
import { useCallback, useEffect } from 'react'
import { ApiError } from './api-error'
import { publicQueryKeys } from './config'
import type { SessionUser } from './generated'
import { restOrOnline } from './rest-or-online'
import { send } from './server'
import { hasSessionHint, sessionChannel } from './session-hint'

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
      tellOtherTabs()
    },
    [set],
  )
}

/** Only an account whose isAdmin is the text "true" is an admin. */
export function isAdmin(user: SessionUser | null): boolean {
  return user?.isAdmin === 'true'
}

/** Asks the server who is here. Without the cookie that goes with a session there is nobody to ask for. */
async function loadSession(store: ReturnType<typeof createStore>, ended: AbortSignal): Promise<void> {
  for (let pause = 2_000; !ended.aborted; pause = Math.min(2 * pause, 60_000)) {
    const user = hasSessionHint(document.cookie) ? await currentUser() : null
    if (ended.aborted) return
    store.set(sessionAtom, sessionOf(user ?? null))
    markPage(user ?? null)
    if (user !== undefined) return
    await restOrOnline(pause, ended)
  }
}

/**
 * Loads the session once the page is up: an answer in the midst of hydration would not match what
 * the server had rendered. It is loaded again when somebody signs in or out in another tab.
 */
export function useLoadSession(): void {
  const store = useStore()
  const client = useQueryClient()
  useEffect(() => {
    let life = new AbortController()
    function load() {
      life.abort()
      life = new AbortController()
      loadSession(store, life.signal)
    }
    load()
    const otherTabs = new BroadcastChannel(sessionChannel)
    otherTabs.onmessage = ({ data }) => {
      if (data === thisTab) return
      load()
      client.resetQueries({ predicate: ({ queryKey }) => isAPersons(String(queryKey[0])) })
    }
    return () => {
      life.abort()
      otherTabs.close()
    }
  }, [store, client])
}

// What is shown of the person who was here. The console's session is another one.
const isAPersons = (key: string) =>
  !publicQueryKeys.includes(key) && key !== 'console' && !key.startsWith('admin-session')

// A channel is heard by all others of its name, this tab's own ones too.
const thisTab = Math.random()

function tellOtherTabs(): void {
  const otherTabs = new BroadcastChannel(sessionChannel)
  otherTabs.postMessage(thisTab)
  otherTabs.close()
}

// Nobody where the server says so. Undefined where it could not be asked: that one is a visitor until
// it can, for better the public page than one that waits for ever.
function currentUser(): Promise<SessionUser | null | undefined> {
  return send<SessionUser>('/api/user').catch((error) =>
    error instanceof ApiError && error.status === 401 ? null : undefined,
  )
}

function sessionOf(user: SessionUser | null): Session {
  return user ? { status: 'authenticated', user } : { status: 'anonymous', user: null }
}

// The stylesheet shows a visitor's buttons by this mark before the script has run.
function markPage(user: SessionUser | null): void {
  document.documentElement.dataset.session = user ? 'authenticated' : 'anonymous'
}
