import { createStore } from 'jotai'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { takeOverPresses } from './early-presses'
import { readPageState } from './page-state'
import { pageClient } from './query-client'
import { createSiteRouter, loadMatchedRoutes } from './router'
import { forgetEarlierVisit } from './scroll-memory'
import { Site } from './site'
import { loadTooltips } from './tooltips'
import { warmUpForForms } from './warm-up'

forgetEarlierVisit()
warmUpForForms()
loadTooltips()

const root = document.getElementById('root') as HTMLElement
const store = createStore()
const client = pageClient(readPageState(document.getElementById('state')?.textContent))

function hydrate() {
  // With (empty) hydration data the router does not reset the scroll position of the first page.
  const router = createSiteRouter({ hydrationData: { loaderData: {} } })
  takeOverPresses()
  startTransition(() => {
    hydrateRoot(root, <Site store={store} client={client} router={router} />)
  })
}

function render() {
  takeOverPresses()
  createRoot(root).render(<Site store={store} client={client} router={createSiteRouter()} />)
}

// Hydrating before the route's component is loaded would render the page twice.
if (root.firstElementChild) loadMatchedRoutes(location).then(hydrate, render)
else render()
