import { createStore } from 'jotai'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type DataRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { warmUp } from '@/lib/server'
import { takeOverPresses } from './early-presses'
import { readPageState } from './page-state'
import { Providers } from './providers'
import { newQueryClient } from './query-client'
import { routes } from './routes'
import { forgetEarlierVisit } from './scroll-memory'
import './index.css'

forgetEarlierVisit()

// Whoever begins to fill a form in will send it, and may be without a network for a moment by then.
addEventListener('focusin', function begun({ target }) {
  if (!(target as Element).closest('form')) return
  removeEventListener('focusin', begun)
  warmUp()
})

const root = document.getElementById('root') as HTMLElement
const store = createStore()
const client = newQueryClient(readPageState(document.getElementById('state')?.textContent))

function site(router: DataRouter) {
  return (
    <Providers store={store} client={client}>
      <RouterProvider router={router} />
    </Providers>
  )
}

// Hydrating before the route's component has come would leave two copies of the page.
async function loadMatchedRoutes(): Promise<void> {
  const matches = matchRoutes(routes, location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}

function hydrate() {
  // told of data to hydrate with, though there is none, the router leaves the page where it was scrolled to meanwhile
  const router = createBrowserRouter(routes, { hydrationData: { loaderData: {} } })
  takeOverPresses()
  hydrateRoot(root, site(router))
}

function render() {
  takeOverPresses()
  createRoot(root).render(site(createBrowserRouter(routes)))
}

if (root.firstElementChild) loadMatchedRoutes().then(hydrate, render)
else render()
