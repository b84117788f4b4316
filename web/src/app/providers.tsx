import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type createStore, Provider } from 'jotai'
import type { ReactNode } from 'react'
import { ConfigContext, configQuery } from '@/lib/config'
import { type Reading, ReadingContext } from '@/lib/texts'

type ProvidersProps = {
  store: ReturnType<typeof createStore>
  client: QueryClient
  reading: Reading
  children: ReactNode
}

export function Providers({ store, client, reading, children }: ProvidersProps) {
  return (
    <Provider store={store}>
      <QueryClientProvider client={client}>
        <ReadingContext value={reading}>
          <WithConfig>{children}</WithConfig>
        </ReadingContext>
      </QueryClientProvider>
    </Provider>
  )
}

function WithConfig({ children }: { children: ReactNode }) {
  return <ConfigContext value={useQuery(configQuery).data}>{children}</ConfigContext>
}
