import { createStore } from 'jotai'
import { startTransition } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { documentKind } from '@/lib/document-kind'
import { takeOverPresses } from './early-presses'
import { hasLanding, LandingApp, type LandingState } from './landing-app'
import { readPageState } from './page-state'
import { forgetEarlierVisit } from './scroll-memory'
import { loadTooltips } from './tooltips'
import { warmUpForForms } from './warm-up'

const container = document.getElementById('root') as HTMLElement
const state = readPageState(document.getElementById('state')?.textContent)
const store = createStore()

let departures = 0
let root: Root

async function loadAccount() {
  const { landingAccount, pageClient } = await import('./landing-account')
  return landingAccount(pageClient(state))
}

async function leave(to: string) {
  const departure = ++departures
  if (documentKind(new URL(to, location.href).pathname) !== 'site') return location.assign(to)
  try {
    const { leaveLanding } = await import('./leave-landing')
    await leaveLanding(to, { root, store, state }, () => departure === departures)
  } catch {
    location.assign(to) // the script could not be loaded: the browser opens the page or shows the reason
  }
}

function hydrate(state: LandingState) {
  takeOverPresses()
  // In a transition React yields to the browser between the parts of the page.
  startTransition(() => {
    root = hydrateRoot(container, <LandingApp store={store} state={state} loadAccount={loadAccount} leave={leave} />)
  })
}

if (hasLanding(state)) {
  forgetEarlierVisit()
  warmUpForForms()
  loadTooltips()
  setTimeout(hydrate, 0, state) // evaluating the script was long enough for one task
} else import('./entry-client')
