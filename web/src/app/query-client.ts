import { QueryClient } from '@tanstack/react-query'
import { footerQuery, landingQuery } from '@/features/content/landing-content'
import { tiersQuery } from '@/features/tiers/api'
import { configQuery } from '@/lib/config'
import type { PageState } from './page-state'

let client: QueryClient | undefined

/** The page's one cache of server data. */
export function pageClient(state: PageState): QueryClient {
  client ??= newQueryClient(state)
  return client
}

/** The cache of server data, with what the page brought along already in it. */
export function newQueryClient(state: PageState): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      // Nothing is fetched twice behind anybody's back; a page that must be fresh offers a Refresh button.
      // A call without a network fails at once and says so; it would wait without a word otherwise.
      queries: {
        networkMode: 'always',
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  if (state.config) client.setQueryData(configQuery.queryKey, state.config)
  if (state.footer) client.setQueryData(footerQuery.queryKey, state.footer)
  if (state.landing) client.setQueryData(landingQuery.queryKey, state.landing)
  if (state.tiers) client.setQueryData(tiersQuery.queryKey, state.tiers)
  return client
}
