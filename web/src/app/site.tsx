import type { QueryClient } from '@tanstack/react-query'
import type { createStore } from 'jotai'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Providers } from './providers'
import { RouterNavigation } from './router-navigation'

type SiteProps = { store: ReturnType<typeof createStore>; client: QueryClient; router: DataRouter }

/** The whole site, at the router's current address. */
export function Site({ store, client, router }: SiteProps) {
  return (
    <Providers store={store} client={client}>
      <RouterNavigation router={router}>
        <RouterProvider router={router} />
      </RouterNavigation>
    </Providers>
  )
}
