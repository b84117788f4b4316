import { startTransition } from 'react'
import type { DataRouter, HydrationState } from 'react-router'
import { watchForCrashes } from './crashes'
import { takeOverPresses } from './early-presses'
import { displayOptionsOf, readPageState } from './page-state'
import { newQueryClient } from './query-client'
import { createSiteRouter, loadMatchedRoutes } from './router'
import { createRoot, hydrateRoot } from './run-react'
import { Site } from './site'
import { loadTooltips } from './tooltips'
import { warmUpForForms } from './warm-up'

let shown: DataRouter | undefined
const { onCaughtError, report } = watchForCrashes(() => shown?.state.matches.at(-1)?.route.path ?? '')

warmUpForForms()
loadTooltips()

const root = document.getElementById('root') as HTMLElement
const state = readPageState(document.getElementById('state')?.textContent)
const client = newQueryClient(state)
const display = displayOptionsOf(state, document.documentElement.lang)

function hydrate(data: HydrationState) {
  const router = createSiteRouter(client, display, data)
  shown = router
  takeOverPresses()
  // In a transition React yields to the browser between the parts of the page.
  startTransition(() => {
    hydrateRoot(root, <Site client={client} router={router} display={display} onError={report} />, { onCaughtError })
  })
}

function render(data?: HydrationState) {
  const router = createSiteRouter(client, display, data)
  shown = router
  takeOverPresses()
  createRoot(root, { onCaughtError }).render(
    <Site client={client} router={router} display={display} onError={report} />,
  )
}

// Hydrating before the route's component is loaded would render the page twice. A page that is being edited is not
// hydrated, because an edited text differs from the server's rendering of parts that are hydrated later.
if (root.firstElementChild)
  loadMatchedRoutes(location, display).then(display.isEditing ? render : hydrate, () => render())
else render()
