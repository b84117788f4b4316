import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { atom } from 'jotai'
import { useCallback, useEffect } from 'react'
import { ApiError, useRefused } from './api-error'
import type { AdminSession } from './generated'
import { queryKeys } from './query-keys'
import { send } from './server'

/** The admin's session; null where nobody has signed in as an admin. */
const adminSessionQuery = queryOptions({
  queryKey: queryKeys.adminSession,
  queryFn: async ({ signal, client }) => {
    try {
      return await send<AdminSession>('/api/admin/session', { signal })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error
      const before = client.getQueryData<AdminSession | null>(queryKeys.adminSession)
      if (before) client.setQueryData(lapsedQuery.queryKey, before)
      return null
    }
  },
})

// The session that ended without a logout: whoever signs in again as the same admin goes on where they were.
const lapsedQuery = queryOptions<AdminSession | null>({ queryKey: queryKeys.lapsedAdminSession, queryFn: skipToken })

/** The admin's session: undefined while it is being read, null where there is none. */
export function useAdminSession() {
  const client = useQueryClient()
  const query = useQuery(adminSessionQuery)
  const reload = useCallback(() => client.invalidateQueries({ queryKey: queryKeys.adminSession }), [client])
  // The question itself is answered by 401 where there is no session, while the last answer still
  // stands: asking again before this one has come would never end.
  useRefused(
    useCallback(() => {
      const queryKey = queryKeys.adminSession
      if (client.getQueryData(queryKey) && client.isFetching({ queryKey }) === 0) reload()
    }, [client, reload]),
  )
  useEffect(() => {
    const otherTabs = new BroadcastChannel(leaving)
    otherTabs.onmessage = () => reload()
    return () => otherTabs.close()
  }, [reload])
  return { session: query.data, error: query.error, reload }
}

// An admin who logs out leaves nothing to be read in another tab.
const leaving = 'admin-session-left'

/** The session that has ended by itself, in the middle of the admin's work; undefined where there was none. */
export function useLapsedSession(): AdminSession | null | undefined {
  return useQuery(lapsedQuery).data
}

/** Ends the console's session: removes everything that was read under it. */
export function useForgetAdmin(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    client.removeQueries({ queryKey: queryKeys.console })
    client.setQueryData(lapsedQuery.queryKey, null)
    client.setQueryData(adminSessionQuery.queryKey, null)
    const otherTabs = new BroadcastChannel(leaving)
    otherTabs.postMessage(null)
    otherTabs.close()
  }, [client])
}

/** Whether this tab has asked for a restore. It ends every session: the sign-in that follows says why. */
export const restoringAtom = atom(false)
