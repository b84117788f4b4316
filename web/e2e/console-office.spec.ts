import type { Page } from '@playwright/test'
import { choose, pay, proceed, razorpayState, signedIn } from './buyer'
import { openConsole } from './console'
import { accessibilityViolations, overflows } from './faults'
import { expect, freshEmail, test } from './site'

const adminPassword = 'Boardcircle-Demo-1'

async function checkPage(page: Page): Promise<void> {
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
  expect(await overflows(page)).toEqual([])
}

test('the office gives a membership, changes its end date and ends it', async ({ page, site }) => {
  const email = freshEmail('guest')
  await signedIn(page, email)
  await openConsole(page, `/admin/members?search=${encodeURIComponent(email)}`, 'Members')
  await page.getByRole('link', { name: 'Asha Rao', exact: true }).click()
  await page.getByRole('button', { name: 'Give a complimentary membership' }).click()
  const dialog = page.getByRole('dialog', { name: 'A complimentary membership for Asha Rao' })
  await dialog.getByRole('button', { name: 'Give the membership' }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByLabel('Membership tier').selectOption({ index: 1 })
  await dialog.getByLabel('Ends on').fill('2031-03-31')
  await dialog.getByLabel('Reason').fill('A speaker at our event')
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Give the membership' }).click()
  const row = page.getByRole('row', { name: /Complimentary, from demo: A speaker at our event/ })
  await expect(row).toContainText('active')
  expect((await site.mail(email, /complimentary/)).text).toContain('until 31 Mar 2031')

  await row.getByRole('button', { name: /^Change the end date/ }).click()
  const move = page.getByRole('dialog', { name: /^Change the end date/ })
  await move.getByLabel('Ends on').fill('2031-06-30')
  await move.getByLabel('Reason').fill('Our event was moved')
  await move.getByRole('button', { name: 'Change the end date' }).click()
  await expect(row).toContainText('30 Jun 2031')
  await page.goto('/account/billing')
  await expect(page.getByText(/Your complimentary membership runs .* does not renew/)).toBeVisible()

  await page.goBack()
  await row.getByRole('button', { name: /^End/ }).click()
  const end = page.getByRole('dialog', { name: /^End .* now\?/ })
  await end.getByLabel('Reason').fill('Has left us')
  await end.getByRole('button', { name: 'End the membership' }).click()
  await expect(row).toContainText('ended by the office')
})

test('a coupon is created in the console, an unknown code is refused, and the coupon lowers the price', async ({
  page,
}) => {
  const code = `GUEST${Date.now() % 100_000}`
  await openConsole(page, '/admin/payments/coupons', 'Payment Tracking')
  // Raises the limit in the settings, so that one admin can do it alone.
  const limit = { offlineSecondAdminAbove: '200000', password: adminPassword }
  expect((await page.request.put('/api/admin/settings', { data: limit })).ok()).toBe(true)
  await page.getByRole('button', { name: 'Create a coupon' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a coupon' })
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase())
  await dialog.getByLabel('Discount', { exact: true }).fill('101')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please enter a whole percentage from 1 to 100')).toBeVisible()
  await dialog.getByLabel('Discount', { exact: true }).fill('20')
  await dialog.getByLabel('Total uses').fill('5')
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row', { name: new RegExp(code) })
  await expect(row).toContainText('20%')
  await expect(row).toContainText('0 of 5')
  await checkPage(page)

  await signedIn(page, freshEmail('coupon'))
  const purchase = await choose(page, 'Join for Life')
  const field = purchase.getByRole('textbox', { name: /^Code/ })
  await field.fill('NOSUCHCODE')
  await purchase.getByRole('button', { name: 'Apply' }).click()
  await expect(purchase.getByText(/We don.t know this code/)).toBeVisible()
  await field.fill(code.toLowerCase())
  await purchase.getByRole('button', { name: 'Apply' }).click()
  await expect(purchase.getByText(`Code ${code}`)).toBeVisible()
  await checkPage(page)
  await pay(await proceed(page, purchase))
  await expect(page).toHaveURL(/thank-you/)
  const [order] = (await razorpayState(page)).orders
  expect(order?.status).toBe('paid')
  await openConsole(page, `/admin/payments/coupons?search=${code}`, 'Payment Tracking')
  await expect(row).toContainText('1 of 5')
})

test('a transfer is entered and confirmed, and a cheque bounces', async ({ page, site }) => {
  const email = freshEmail('offline')
  await signedIn(page, email)
  await openConsole(page, `/admin/payments/offline?for=${encodeURIComponent(email)}`, 'Payment Tracking')
  const dialog = page.getByRole('dialog', { name: 'Enter an offline payment' })
  await dialog.getByRole('radio', { name: new RegExp(email) }).check()
  await dialog.getByRole('radio', { name: 'Their company' }).check()
  await dialog.getByLabel('Company’s legal name').fill('Rao Textiles Private Limited')
  await dialog.getByLabel('GSTIN').fill('29AAGCB7383J1Z4')
  await dialog.getByLabel('Address').fill('12 Residency Road, Bengaluru')
  await dialog.getByLabel('State', { exact: true }).selectOption({ label: 'Karnataka' })
  await dialog.getByLabel('PIN code').fill('560025')
  const tier = dialog.getByLabel('Membership tier')
  const lifetime = tier.locator('option', { hasText: 'Lifetime' })
  await tier.selectOption((await lifetime.getAttribute('value')) ?? '')
  await dialog.getByLabel('Mode').selectOption('cheque')
  await dialog.getByLabel('UTR or cheque number').fill('000123')
  await dialog.getByLabel('Amount').fill('999999')
  await dialog.getByLabel('Date on the bank statement').fill('2026-11-01')
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Enter payment' }).click()
  const tooMuch = dialog.getByText(/Only ₹[\d,]+ is due/)
  await expect(tooMuch).toBeVisible()
  const due = /₹([\d,]+)/.exec((await tooMuch.textContent()) ?? '')?.[1]?.replaceAll(',', '') ?? ''
  await dialog.getByLabel('Amount').fill(due)
  await dialog.getByRole('button', { name: 'Enter payment' }).click()
  const row = page.getByRole('row', { name: new RegExp(email) })
  await expect(row).toContainText('Deposit the cheque')
  await checkPage(page)
  await row.getByRole('button', { name: /^Record deposit/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Record deposit' }).click()
  await expect(row).toContainText('Confirm it when the bank statement shows it')
  await row.getByRole('button', { name: /^Confirm/ }).click()
  const confirm = page.getByRole('dialog', { name: /^Confirm the payment/ })
  await confirm.getByLabel('Password').fill(adminPassword)
  await confirm.getByRole('button', { name: 'Confirm payment' }).click()
  await expect(row).toContainText('Cleared')
  await site.mail(email, /membership|payment|receipt/i)

  await row.getByRole('button', { name: /^Record bounce/ }).click()
  const bounce = page.getByRole('dialog', { name: /bounced$/ })
  await bounce.getByLabel('Reason').fill('Funds insufficient')
  await bounce.getByRole('button', { name: 'Record bounce' }).click()
  await expect(row).toContainText('Funds insufficient')
  expect((await site.mail(email, /did not go through/)).text).toContain('Cheque 000123')
})
