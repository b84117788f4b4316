import { QueryClient } from '@tanstack/react-query'
import { publicSessionQuery } from '@/features/events/public/api'
import { type LegalPage, legalQuery } from '@/features/legal/api'
import { tiersQuery } from '@/features/tiers/api'
import { configQuery } from '@/lib/config'
import { newMutationCache } from '@/lib/mutation-cache'
import { type PageName, textsQuery } from '@/lib/texts'
import { displayOptionsOf, type PageState } from './page-state'

/** Creates a query client that already holds the data embedded in the page. */
export function newQueryClient(state: PageState): QueryClient {
  const client = new QueryClient({
    mutationCache: newMutationCache(),
    defaultOptions: {
      // Queries are not refetched automatically; a page that must be fresh has a Refresh button. A call without a
      // network fails at once with a message, where the default would pause it silently.
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
  for (const texts of Object.values(state.texts ?? {}))
    client.setQueryData(textsQuery(texts.page as PageName, texts.language).queryKey, texts)
  if (state.legal) client.setQueryData(legalQuery(state.legal.page as LegalPage).queryKey, state.legal)
  if (state.tiers) client.setQueryData(tiersQuery(displayOptionsOf(state).language).queryKey, state.tiers)
  if (state.session) client.setQueryData(publicSessionQuery(state.session.id).queryKey, state.session)
  return client
}
