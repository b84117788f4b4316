import { createStore } from 'jotai'
import { renderToString } from 'react-dom/server.browser'
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { basenameOf } from '@/lib/language'
import { headOf } from './head'
import { knownPages, pageOf } from './page'
import { displayOptionsOf, type PageState, readPageState } from './page-state'
import { Providers } from './providers'
import { newQueryClient } from './query-client'
import { routes } from './routes'

declare global {
  /** The functions that the Go server calls to render pages. */
  var pages: ReturnType<typeof knownPages>
  var render: (address: string, stateJSON: string) => Promise<string>
}

globalThis.pages = knownPages(routes)

// One handler for all pages: it stores the components that it has loaded, and a second one would not get them.
const handler = createStaticHandler(routes)

globalThis.render = async (address, stateJSON) => {
  const state = readPageState(stateJSON)
  const basename = basenameOf(displayOptionsOf(state).language)
  const path = basename === '/' ? address : address.slice(basename.length) || '/'
  const context = await handler.query(new Request(`http://localhost${path}`))
  if (context instanceof Response) throw new Error(`${path} answers a redirect, which no page may`)
  const page = pageOf(context.matches)
  if (!page) throw new Error(`${path} has no page`)
  return JSON.stringify({
    status: page.status ?? 200,
    head: headOf(page, path, state),
    // An editor also sees a page that is otherwise rendered by the browser.
    html:
      page.mode === 'rendered' || state.editing
        ? htmlOf(
            handler.dataRoutes,
            { ...context, basename, location: { ...context.location, pathname: address } },
            state,
          )
        : '',
  })
}

function htmlOf(routes: RouteObject[], context: StaticHandlerContext, state: PageState): string {
  const html = renderToString(
    <Providers store={createStore()} client={newQueryClient(state)} display={displayOptionsOf(state)}>
      <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />
    </Providers>,
  )
  // React replaces a part that fails inside a Suspense boundary by its fallback. Such a page must not be served.
  if (html.includes('<!--$!-->')) throw new Error(`a part of ${context.location.pathname} failed to render`)
  return html
}
