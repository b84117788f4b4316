import type { QueryClient } from '@tanstack/react-query'
import { getDefaultStore } from 'jotai'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Providers } from './providers'

/** The whole site, at the router's current address. */
export function Site({ client, router }: { client: QueryClient; router: DataRouter }) {
  return (
    <Providers store={getDefaultStore()} client={client}>
      <RouterProvider router={router} />
    </Providers>
  )
}
