import type { QueryClient } from '@tanstack/react-query'
import { createBrowserRouter, type DataRouter, type HydrationState, matchRoutes } from 'react-router'
import { documentKind } from '@/lib/document-kind'
import { basenameOf } from '@/lib/language'
import type { DisplayOptions } from '@/lib/texts'
import { ErrorPage } from './fallback-pages'
import { contextWith } from './load-texts'
import { lostComponent } from './lost-script'
import { consoleRouteId, routes } from './routes'

/** Creates the router of the browser. */
export function createSiteRouter(
  client: QueryClient,
  display: DisplayOptions,
  hydrationData?: HydrationState,
): DataRouter {
  // The router would give the first page of every visit the same key, so that a new visit would start at the scroll
  // position of an earlier one in this tab. Reloads and Back keep the key.
  if (!history.state?.key) history.replaceState({ ...history.state, key: Math.random().toString(36).slice(2) }, '')
  const router = createBrowserRouter(routes, {
    basename: basenameOf(display.language),
    hydrationData,
    getContext: () => contextWith(client, display, () => router.state.navigation.location?.hash ?? ''),
    // The console has as many screens as the rest of the site together, and visitors never open it.
    async patchRoutesOnNavigation({ path, patch }) {
      if (documentKind(path) !== 'console') return
      patch(
        consoleRouteId,
        await import('./console/routes').then(
          ({ consoleRoutes }) => consoleRoutes,
          (error: unknown) => [{ path, Component: lostComponent(error), ErrorBoundary: ErrorPage }],
        ),
      )
    },
  })
  return router
}

/**
 * Loads the components of the page at an address, so that a new router can render it at once with the returned data.
 * With hydration data the router does not reset the scroll position of the first page either.
 */
export async function loadMatchedRoutes(
  address: { pathname: string },
  { language }: DisplayOptions,
): Promise<HydrationState> {
  const matches = matchRoutes(routes, address, basenameOf(language)) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy === 'object')
        Object.assign(route, { Component: await route.lazy.Component?.(), lazy: undefined })
    }),
  )
  return { loaderData: Object.fromEntries(matches.map(({ route }) => [route.id, null])) }
}
