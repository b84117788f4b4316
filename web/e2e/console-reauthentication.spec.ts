import type { Locator, Page } from '@playwright/test'
import { openConsole } from './console'
import { accessibilityViolations } from './faults'
import { picture } from './picture'
import { expect, test } from './site'

const password = 'Boardcircle-Demo-1'

/** Enters a wrong password, which is reported at the field, and then the right one. */
async function enterPasswords(page: Page, dialog: Locator, action: string): Promise<void> {
  const field = dialog.getByLabel('Current password', { exact: true })
  await field.fill('Wrong Password 9')
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog.getByText('This is not your current password')).toBeVisible()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toBeFocused()
  expect(await accessibilityViolations(page)).toEqual([])
  await field.fill(password)
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog).toBeHidden()
}

test('a new payment link of a tier is saved after re-authentication', async ({ page }) => {
  await openConsole(page, '/admin/memberships', 'Membership Tiers')
  const create = { name: 'Linked Circle', price: '9000', duration: 'lifetime', currency: 'INR', sortOrder: 90 }
  const made = await page.request.post('/api/membership-tiers', { data: { ...create, isActive: 'false' } })
  expect(made.status()).toBe(201)
  const { id } = await made.json()
  await page.reload()

  await page.getByRole('button', { name: 'Edit Linked Circle' }).click()
  const link = page.getByLabel(/^Razorpay payment link/)
  await link.fill('https://elsewhere.example/pay')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(/Please enter a Razorpay payment link/)).toBeVisible()
  await link.fill('https://rzp.io/l/linked-circle')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this price or payment link?' })
  await expect(dialog).toBeVisible()
  await picture(page, 'tier')

  // Cancelling keeps the typed values and saves nothing.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(link).toHaveValue('https://rzp.io/l/linked-circle')
  const stored = async () => {
    const tiers: { id: string; razorpayPaymentLink: string }[] = await (
      await page.request.get('/api/membership-tiers')
    ).json()
    return tiers.find((tier) => tier.id === id)?.razorpayPaymentLink
  }
  expect(await stored()).toBe('')

  await page.getByRole('button', { name: 'Save changes' }).click()
  await enterPasswords(page, dialog, 'Save')
  await expect(page.getByText('Membership Tier Updated')).toBeVisible()
  expect(await stored()).toBe('https://rzp.io/l/linked-circle')
  expect((await page.request.delete(`/api/membership-tiers/${id}`)).status()).toBe(204)
})

test('a new contact address is saved after re-authentication', async ({ page }) => {
  await openConsole(page, '/admin/settings', 'Settings')
  const address = page.getByRole('textbox', { name: /^Contact email/ })
  const before = await address.inputValue()
  await address.fill('office@new.example')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Save these settings?' })
  await expect(dialog.getByRole('listitem')).toHaveText(['Contact email: office@new.example'])
  await picture(page, 'settings')
  await enterPasswords(page, dialog, 'Save')
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible()
  const config = async () => (await (await page.request.get('/api/config')).json()).contactEmail
  expect(await config()).toBe('office@new.example')
  const restored = await page.request.put('/api/admin/settings', { data: { contactEmail: before, password } })
  expect(restored.status()).toBe(200)
})

test('an admin ends the session of another browser, which has to sign in again', async ({ page, browser, site }) => {
  const elsewhere = await (await browser.newContext({ baseURL: site.url })).newPage()
  await openConsole(elsewhere, '/admin/memberships', 'Membership Tiers')
  await openConsole(page, '/admin/settings/account', 'Your account')
  // Earlier tests have left sessions; the newest of them is that of the other browser.
  const list = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem')
  await expect(list.filter({ hasText: 'This session' })).toHaveCount(1)
  await list.first().scrollIntoViewIfNeeded()
  await picture(page, 'sessions')
  expect(await accessibilityViolations(page)).toEqual([])

  const sessions: { id: string; isCurrent: boolean; createdAt: string }[] = await (
    await page.request.get('/api/admin/me/sessions')
  ).json()
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  const own: { id: string }[] = await (await elsewhere.request.get('/api/admin/me/sessions')).json()
  expect(own).toHaveLength(sessions.length)
  const current = (own as typeof sessions).find(({ isCurrent }) => isCurrent)
  const place = others.findIndex(({ id }) => id === current?.id)
  await list
    .getByRole('button', { name: /^End session/ })
    .nth(place)
    .click()
  const dialog = page.getByRole('dialog', { name: 'End this session?' })
  await expect(dialog).toBeVisible()
  await picture(page, 'sign-out')
  await enterPasswords(page, dialog, 'End session')
  await expect(page.getByText('The session has ended')).toBeVisible()
  await expect(list).toHaveCount(sessions.length - 1)

  expect((await elsewhere.request.get('/api/admin/session')).status()).toBe(401)
  await elsewhere.goto('/admin/memberships')
  await expect(elsewhere.getByLabel('Username')).toBeVisible()
  await page.reload()
  await expect(list.filter({ hasText: 'This session' })).toHaveCount(1)
  await elsewhere.context().close()
})
