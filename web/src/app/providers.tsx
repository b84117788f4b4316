import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type createStore, Provider } from 'jotai'
import type { ReactNode } from 'react'
import { ConfigContext, configQuery } from '@/lib/config'
import { DisplayContext, type DisplayOptions } from '@/lib/texts'

type ProvidersProps = {
  store: ReturnType<typeof createStore>
  client: QueryClient
  display: DisplayOptions
  children: ReactNode
}

export function Providers({ store, client, display, children }: ProvidersProps) {
  return (
    <Provider store={store}>
      <QueryClientProvider client={client}>
        <DisplayContext value={display}>
          <WithConfig>{children}</WithConfig>
        </DisplayContext>
      </QueryClientProvider>
    </Provider>
  )
}

function WithConfig({ children }: { children: ReactNode }) {
  return <ConfigContext value={useQuery(configQuery).data}>{children}</ConfigContext>
}
