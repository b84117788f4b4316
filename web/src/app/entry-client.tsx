import { createStore } from 'jotai'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { takeOverPresses } from './early-presses'
import { readPageState } from './page-state'
import { pageClient } from './query-client'
import { routes } from './routes'
import { forgetEarlierVisit } from './scroll-memory'
import { loadMatchedRoutes, Site } from './site'
import { loadTooltips } from './tooltips'
import { warmUpForForms } from './warm-up'

forgetEarlierVisit()
warmUpForForms()
loadTooltips()

const root = document.getElementById('root') as HTMLElement
const store = createStore()
const client = pageClient(readPageState(document.getElementById('state')?.textContent))

function hydrate() {
  // told of data to hydrate with, though there is none, the router leaves the page where it was scrolled to meanwhile
  const router = createBrowserRouter(routes, { hydrationData: { loaderData: {} } })
  takeOverPresses()
  startTransition(() => {
    hydrateRoot(root, <Site store={store} client={client} router={router} />)
  })
}

function render() {
  takeOverPresses()
  createRoot(root).render(<Site store={store} client={client} router={createBrowserRouter(routes)} />)
}

// Hydrating before the route's component has come would leave two copies of the page.
if (root.firstElementChild) loadMatchedRoutes(location).then(hydrate, render)
else render()
