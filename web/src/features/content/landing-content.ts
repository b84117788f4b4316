import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Landing } from '@/lib/generated'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'

/** All texts of the landing page: they come from the server, where admins can change some of them. */
export const landingQuery = queryOptions({
  queryKey: queryKeys.landing,
  queryFn: ({ signal }) => send<Landing>('/api/site/landing', { signal }),
})

/** The footer's texts, which every rendered page includes; fetched only where a page came without them. */
export const footerQuery = queryOptions({
  queryKey: queryKeys.footer,
  queryFn: async ({ signal }) => (await send<Landing>('/api/site/landing', { signal })).footer,
})

export function useLanding(): Landing | undefined {
  return useQuery(landingQuery).data
}
