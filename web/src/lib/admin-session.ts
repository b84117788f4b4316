import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { atom } from 'jotai'
import { useCallback, useEffect } from 'react'
import { call } from './api'
import { ApiError, useRefused } from './api-error'
import type { AdminSession } from './api-types'
import { areas } from './areas'

/** The admin's session; null without one. */
const adminSessionQuery = queryOptions({
  queryKey: areas.adminSession,
  queryFn: async ({ signal, client }) => {
    try {
      return await call('GET /api/admin/session', { signal })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error
      const before = client.getQueryData<AdminSession | null>(areas.adminSession)
      if (before) client.setQueryData(lapsedQuery.queryKey, before)
      return null
    }
  },
})

// The session that expired without a sign-out. If the same admin signs in again, they continue where they were.
const lapsedQuery = queryOptions<AdminSession | null>({ queryKey: ['session', 'lapsed-admin'], queryFn: skipToken })

/** The admin's session: undefined while it is loading, null without one. */
export function useAdminSession() {
  const client = useQueryClient()
  const query = useQuery(adminSessionQuery)
  const reload = useCallback(() => client.invalidateQueries({ queryKey: areas.adminSession }), [client])
  // The session query itself fails with 401 without a session while the cache still holds the old answer. Refetching
  // during that fetch would loop forever.
  useRefused(
    useCallback(() => {
      const queryKey = areas.adminSession
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

// When an admin signs out, the other tabs must remove the admin's data too.
const leaving = 'admin-session-left'

/** The session that expired while the admin was working; undefined without one. */
export function useLapsedSession(): AdminSession | null | undefined {
  return useQuery(lapsedQuery).data
}

/** Ends the console's session: removes all data that was read with it. */
export function useForgetAdmin(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    client.removeQueries({ queryKey: areas.console })
    client.setQueryData(lapsedQuery.queryKey, null)
    client.setQueryData(adminSessionQuery.queryKey, null)
    const otherTabs = new BroadcastChannel(leaving)
    otherTabs.postMessage(null)
    otherTabs.close()
  }, [client])
}

/** Whether this tab has started a restore. A restore ends every session, and the sign-in form then says so. */
export const restoringAtom = atom(false)
