import { createStore } from 'jotai'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { takeOverPresses } from './early-presses'
import { readPageState } from './page-state'
import { Providers } from './providers'
import { newQueryClient } from './query-client'
import { routes } from './routes'
import { forgetEarlierVisit } from './scroll-memory'
import './index.css'

// A lazy route matched on load has no component yet: hydrating before it arrives would leave two copies of the page.
function initialized(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const unsubscribe = router.subscribe((state) => {
      if (!state.initialized) return
      unsubscribe()
      resolve()
    })
  })
}

forgetEarlierVisit()

const root = document.getElementById('root') as HTMLElement
const store = createStore()
const client = newQueryClient(readPageState(document.getElementById('state')?.textContent))
const router = createBrowserRouter(routes)
const site = (
  <Providers store={store} client={client}>
    <RouterProvider router={router} />
  </Providers>
)

if (root.firstElementChild)
  initialized(router).then(() => {
    takeOverPresses()
    hydrateRoot(root, site)
  })
else createRoot(root).render(site)
