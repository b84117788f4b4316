import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type createStore, Provider } from 'jotai'
import type { ReactNode } from 'react'

type ProvidersProps = { store: ReturnType<typeof createStore>; client: QueryClient; children: ReactNode }

export function Providers({ store, client, children }: ProvidersProps) {
  return (
    <Provider store={store}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </Provider>
  )
}
