import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type createStore, Provider } from 'jotai'
import type { ReactNode } from 'react'
import { ConfigContext, configQuery } from '@/lib/config'

type ProvidersProps = { store: ReturnType<typeof createStore>; client: QueryClient; children: ReactNode }

export function Providers({ store, client, children }: ProvidersProps) {
  return (
    <Provider store={store}>
      <QueryClientProvider client={client}>
        <WithConfig>{children}</WithConfig>
      </QueryClientProvider>
    </Provider>
  )
}

function WithConfig({ children }: { children: ReactNode }) {
  return <ConfigContext value={useQuery(configQuery).data}>{children}</ConfigContext>
}
