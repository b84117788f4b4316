import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Landing } from '@/lib/generated'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'

/** All texts of the landing page. They come from the server, because admins can change some of them. */
export const landingQuery = queryOptions({
  queryKey: queryKeys.landing,
  queryFn: ({ signal }) => send<Landing>('/api/site/landing', { signal }),
})

/** The footer's texts. Rendered pages embed them; other pages load them. */
export const footerQuery = queryOptions({
  queryKey: queryKeys.footer,
  queryFn: async ({ signal }) => (await send<Landing>('/api/site/landing', { signal })).footer,
})

export function useLanding(): Landing | undefined {
  return useQuery(landingQuery).data
}
