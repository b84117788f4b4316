import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { ApiError } from './api-error'
import type { AdminSession } from './generated'
import { useRefused } from './refused'
import { send } from './server'

/** Who uses the console; null when nobody has signed in as an admin. */
const adminSessionQuery = queryOptions({
  queryKey: ['admin-session'],
  queryFn: async ({ signal, client, queryKey }) => {
    try {
      return await send<AdminSession>('/api/admin/session', { signal })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error
      const before = client.getQueryData<AdminSession | null>(queryKey)
      if (before) client.setQueryData(lapsedQuery.queryKey, before)
      return null
    }
  },
})

// The session that ended without a logout: whoever signs in again as the same goes on where she was.
const lapsedQuery = queryOptions<AdminSession | null>({ queryKey: ['admin-session-lapsed'], queryFn: skipToken })

/** The admin's session: undefined while it is being read, null when there is none. */
export function useAdminSession() {
  const client = useQueryClient()
  const query = useQuery(adminSessionQuery)
  const reload = useCallback(() => client.invalidateQueries({ queryKey: adminSessionQuery.queryKey }), [client])
  // The question itself is answered by 401 where there is no session, while the last answer still
  // stands: asking again before this one has come would never end.
  useRefused(
    useCallback(() => {
      const { queryKey } = adminSessionQuery
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

// Who logs out leaves nothing to be read in another tab.
const leaving = 'admin-session-left'

/** The session that has ended by itself, in the middle of her work; undefined where there was none. */
export function useLapsedSession(): AdminSession | null | undefined {
  return useQuery(lapsedQuery).data
}

/** Ends the console's session: forgets everything that was read under it. */
export function useForgetAdmin(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === 'console' })
    client.setQueryData(lapsedQuery.queryKey, null)
    client.setQueryData(adminSessionQuery.queryKey, null)
    const otherTabs = new BroadcastChannel(leaving)
    otherTabs.postMessage(null)
    otherTabs.close()
  }, [client])
}
