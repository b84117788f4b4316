import type { createStore } from 'jotai'
import type { Root } from 'react-dom/client'
import type { PageState } from './page-state'
import { pageClient } from './query-client'
import { createSiteRouter, loadMatchedRoutes } from './router'
import { nextEntry, rememberPlace } from './scroll-memory'
import { Site } from './site'
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
  root.render(<Site store={store} client={pageClient(state)} router={createSiteRouter()} />)
}
