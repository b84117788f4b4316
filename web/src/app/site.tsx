import type { QueryClient } from '@tanstack/react-query'
import type { createStore } from 'jotai'
import { type DataRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Providers } from './providers'
import { RouterNavigation } from './router-navigation'
import { routes } from './routes'

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

/** Loads the components of the page at an address, so that a new router can render it at once. */
export async function loadMatchedRoutes(address: string | { pathname: string }): Promise<void> {
  const matches = matchRoutes(routes, address) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}
