import type { Page } from '@playwright/test'
import { faultsAtEachWidth } from './faults'
import { faultsOfDialogs, faultsOfTheWalk } from './keys'
import { expect } from './site'

/** Checks an open page with the keyboard, and with axe at each width in both themes. */
export async function expectNoFaults(page: Page, from: 'top' | 'content' = 'top'): Promise<void> {
  expect.soft(await faultsOfTheWalk(page, from), page.url()).toEqual([])
  expect.soft(await faultsAtEachWidth(page), page.url()).toEqual([])
}

/** Checks a page that a walk has opened, and the dialogs of its buttons. The walk must load the next page anew. */
export async function expectNoFaultsOfPageAndDialogs(page: Page, from: 'top' | 'content' = 'top'): Promise<void> {
  await expectNoFaults(page, from)
  expect.soft(await faultsOfDialogs(page), page.url()).toEqual([])
}
