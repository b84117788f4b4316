import type { createStore } from 'jotai'
import type { Root } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import type { PageState } from './page-state'
import { pageClient } from './query-client'
import { routes } from './routes'
import { nextEntry, rememberPlace } from './scroll-memory'
import { loadMatchedRoutes, Site } from './site'
import { comeFrom } from './use-arrival'

type Page = { root: Root; store: ReturnType<typeof createStore>; state: PageState }

/** Replaces the landing page's small app by the whole site, at another address. */
export async function leaveLanding(to: string, { root, store, state }: Page, isStillWanted: () => boolean) {
  // If loading fails here, the router retries and reports the error.
  await loadMatchedRoutes(to).catch(() => {})
  if (!isStillWanted()) return
  rememberPlace()
  comeFrom(location.pathname)
  history.pushState(nextEntry(), '', to)
  root.render(<Site store={store} client={pageClient(state)} router={createBrowserRouter(routes)} />)
}
