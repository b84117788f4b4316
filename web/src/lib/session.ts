import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { call } from './api'
import { ApiError } from './api-error'
import type { SessionUser } from './api-types'
import { areas } from './areas'
import { firstPause, longestPause, waitOrOnline } from './wait'

/** The channel on which a tab tells the other tabs about a sign-in or sign-out. */
export const sessionChannel = 'session-changed'

/** Reports whether the readable cookie that accompanies the session cookie is set. */
export function hasSessionHint(cookies: string): boolean {
  return /(^|; )signed_in=1/.test(cookies)
}

/** Reports whether the readable cookie that accompanies the session cookie of an admin is set. */
export function hasAdminHint(cookies: string): boolean {
  return /(^|; )admin_signed_in=1/.test(cookies)
}

/** loading until the server has answered, then anonymous or authenticated. */
export type Session =
  | { status: 'loading'; user: null }
  | { status: 'anonymous'; user: null }
  | { status: 'authenticated'; user: SessionUser }

/** The current user; null for visitors. Without the cookie that accompanies a session, the server is not called. */
const userQuery = queryOptions({
  queryKey: areas.user,
  queryFn: async ({ signal }): Promise<SessionUser | null> => {
    if (!hasSessionHint(document.cookie)) return null
    try {
      return await call('GET /api/user', { signal })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
})

/**
 * The member's session. While the server cannot be reached it is anonymous, so that the page does not wait forever. A
 * known user stays signed in when a later call fails.
 */
export function useSession(): Session {
  const { data, errorUpdateCount } = useQuery(userQuery)
  if (data) return { status: 'authenticated', user: data }
  return { status: data === null || errorUpdateCount > 0 ? 'anonymous' : 'loading', user: null }
}

/** Sets the current user: the account after a sign-in, null after a sign-out. */
export function useSetSessionUser(): (user: SessionUser | null) => void {
  const client = useQueryClient()
  return useCallback(
    (user) => {
      // A pending answer would be older than this value.
      client.cancelQueries({ queryKey: areas.user })
      client.setQueryData(userQuery.queryKey, user)
      tellOtherTabs()
    },
    [client],
  )
}

/** Reports whether an account is an admin. */
export function isAdmin(user: SessionUser | null): boolean {
  return user?.isAdmin ?? false
}

/** Keeps the session up to date: reloads it after a network failure, and after a sign-in or sign-out in another tab. */
export function useLoadSession(): void {
  useRetry()
  useOtherTabs()
  const { status } = useSession()
  // The stylesheet uses this attribute to show the visitor's buttons before the script runs.
  useLayoutEffect(() => {
    if (status !== 'loading') document.documentElement.dataset.session = status
  }, [status])
}

function useRetry(): void {
  const { status, errorUpdatedAt, refetch } = useQuery(userQuery)
  const pause = useRef(firstPause)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure schedules another try
  useEffect(() => {
    if (status === 'success') pause.current = firstPause
    if (status !== 'error') return
    const stop = new AbortController()
    waitOrOnline(pause.current, stop.signal).then(() => {
      if (!stop.signal.aborted) refetch()
    })
    pause.current = Math.min(2 * pause.current, longestPause)
    return () => stop.abort()
  }, [status, errorUpdatedAt, refetch])
}

function useOtherTabs(): void {
  const client = useQueryClient()
  useEffect(() => {
    const otherTabs = new BroadcastChannel(sessionChannel)
    otherTabs.onmessage = async ({ data }) => {
      if (data === thisTab) return
      client.resetQueries({ queryKey: areas.member })
      await client.cancelQueries({ queryKey: areas.user })
      await client.refetchQueries({ queryKey: areas.user })
    }
    return () => otherTabs.close()
  }, [client])
}

// Every other channel of the same name receives a message, also those of this tab.
const thisTab = Math.random()

function tellOtherTabs(): void {
  const otherTabs = new BroadcastChannel(sessionChannel)
  otherTabs.postMessage(thisTab)
  otherTabs.close()
}
