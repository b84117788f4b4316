import { createBrowserRouter, type DataRouter, type DOMRouterOpts, matchRoutes } from 'react-router'
import { documentKind } from '@/lib/document-kind'
import { consoleRouteId, routes } from './routes'

/** Creates the router of the browser. */
export function createSiteRouter(options?: Pick<DOMRouterOpts, 'hydrationData'>): DataRouter {
  return createBrowserRouter(routes, {
    ...options,
    // The console has as many screens as the rest of the site together, and visitors never open it.
    async patchRoutesOnNavigation({ path, patch }) {
      if (documentKind(path) === 'console') patch(consoleRouteId, (await import('./console/routes')).consoleRoutes)
    },
  })
}

/** Loads the components of the page at an address, so that a new router can render it at once. */
export async function loadMatchedRoutes(address: string | { pathname: string }): Promise<void> {
  const matches = matchRoutes(routes, address) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy === 'object')
        Object.assign(route, { Component: await route.lazy.Component?.(), lazy: undefined })
    }),
  )
}
