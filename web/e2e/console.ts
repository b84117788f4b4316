import { type Browser, expect, type Page } from '@playwright/test'
import { freshEmail, type Site } from './site'

/** The password of the demo's owner. */
export const ownerPassword = 'Boardcircle-Demo-1'

/** The password of the admins who have joined in tests. */
export const colleaguePassword = 'Monsoon Ledger 7'

/** Signs the demo's admin in without the form, and opens a screen of the console. */
export async function openConsole(page: Page, path: string, heading: string | RegExp): Promise<void> {
  const answer = await page.request.post('/api/admin/login', {
    data: { username: 'demo', password: ownerPassword },
  })
  expect(answer.status()).toBe(200)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

/** Raises the limit of what one admin can give alone, so that the tests of one server do not add up to it. */
export async function raiseLimit(page: Page): Promise<void> {
  const data = { offlineSecondAdminAbove: '500000', password: ownerPassword }
  expect((await page.request.put('/api/admin/settings', { data })).ok()).toBe(true)
}

/** Accepts an invitation by the demo's owner in a separate browser: sets the password and signs in. */
export async function joinAs(page: Page, browser: Browser, site: Site, role: string): Promise<Page> {
  const username = `${role}-${Date.now().toString(36)}`
  const email = freshEmail(role)
  await openConsole(page, '/admin/settings/admins', 'Administrators')
  await page.getByRole('button', { name: 'Invite an administrator' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByLabel('Current password', { exact: true }).fill(ownerPassword)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Invitation sent')).toBeVisible()
  const link = new URL((await site.mail(email, /invitation/i)).text.match(/http\S+token=\S+/)?.[0] ?? '')
  const context = await browser.newContext({ baseURL: site.url })
  const theirs = await context.newPage()
  await theirs.goto(link.pathname + link.search)
  await theirs.getByLabel('New password').fill(colleaguePassword)
  await theirs.getByLabel('Confirm password').fill(colleaguePassword)
  await theirs.getByRole('button', { name: 'Set password' }).click()
  await theirs.getByRole('link', { name: 'Go to the console' }).click()
  return theirs
}

/** Waits until no toast is left on the page. */
export async function waitForToasts(page: Page): Promise<void> {
  await page.mouse.move(0, 0) // A toast under the pointer stays.
  await expect(page.getByRole('status').getByRole('button', { name: 'Dismiss' })).toHaveCount(0, { timeout: 20_000 })
}
