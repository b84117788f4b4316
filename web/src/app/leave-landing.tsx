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

/** Makes the landing page's own small app the whole site, at another of its addresses. */
export async function leaveLanding(to: string, { root, store, state }: Page, isStillWanted: () => boolean) {
  // what cannot be fetched now the router asks for again, and says so where it is in vain
  await loadMatchedRoutes(to).catch(() => {})
  if (!isStillWanted()) return
  rememberPlace()
  comeFrom(location.pathname)
  history.pushState(nextEntry(), '', to)
  root.render(<Site store={store} client={pageClient(state)} router={createBrowserRouter(routes)} />)
}
