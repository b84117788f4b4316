import type { Page } from '@playwright/test'
import { breakRazorpay, choose, fillBillingDetails, pay, proceed, signedIn } from './buyer'
import { openConsole, raiseLimit } from './console'
import { accessibilityViolations, overflows } from './faults'
import { picture } from './picture'
import { expect, freshEmail, test } from './site'

const password = 'Boardcircle-Demo-1'

// All tests share the demo's data, so each searches for its own buyer.
async function openTransactionOf(page: Page, email: string): Promise<void> {
  await openConsole(page, `/admin/payments/transactions?search=${email}`, 'Payment Tracking')
  await page.getByRole('row').getByRole('link', { name: 'Asha Rao' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Asha Rao, ₹/ })).toBeVisible()
}

async function checkBothWidths(page: Page, name: string): Promise<void> {
  await picture(page, name)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await overflows(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('a payment is partly refunded on its page, which shows the refund in its history', async ({ page }) => {
  const email = freshEmail('refund')
  await signedIn(page, email)
  await pay(await proceed(page, await choose(page, 'Join for Life')))
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await openTransactionOf(page, email)
  await expect(page.getByText('₹29,500: ₹25,000 and ₹4,500 GST (18%)')).toBeVisible()
  await expect(page.getByRole('row', { name: /The payment was captured/ })).toBeVisible()
  await checkBothWidths(page, 'transaction')

  await page.getByRole('button', { name: 'Refund payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund the payment of Asha Rao?' })
  await dialog.getByLabel(/^Amount/).fill('29500.50')
  await dialog.getByLabel('Reason').fill('She has paid for lunch twice')
  await dialog.getByLabel('Current password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Refund payment' }).click()
  await expect(dialog.getByText('At most ₹29,500 is left to refund.')).toBeVisible()
  await checkBothWidths(page, 'refund')
  await dialog.getByLabel(/^Amount/).fill('500')
  await dialog.getByRole('button', { name: 'Refund payment' }).click()
  await expect(page.getByText('Refund Requested')).toBeVisible()
  await expect(page.getByRole('row', { name: /₹500.*processed.*demo.*She has paid for lunch twice/i })).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByRole('row', { name: /Credit note/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Requested a refund.*₹500/ })).toBeVisible()
})

test('a payment of a mandate is refunded only after a choice for the mandate', async ({ page }) => {
  const email = freshEmail('mandate')
  await signedIn(page, email)
  await pay(await proceed(page, await choose(page, 'Subscribe Now')))
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await openTransactionOf(page, email)
  await page.getByRole('button', { name: 'Refund payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund the payment of Asha Rao?' })
  await dialog.getByLabel('Reason').fill('A mistake')
  await dialog.getByLabel('Current password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Refund payment' }).click()
  await expect(dialog.getByLabel('Automatic renewal')).toBeFocused()
  await dialog.getByLabel('Automatic renewal').selectOption('End it now')
  await checkBothWidths(page, 'refund-mandate')
  await dialog.getByRole('button', { name: 'Refund payment' }).click()
  await expect(page.getByText(/cancelled, charged once, no more charges/)).toBeVisible({ timeout: 30_000 })
})

test('a payment of a wrong amount is accepted on its page', async ({ page }) => {
  const email = freshEmail('short')
  await signedIn(page, email)
  const checkout = await proceed(page, await choose(page, 'Join for Life'))
  await breakRazorpay(page, { lifecycle: 'wrong-amount' })
  await pay(checkout)
  await expect(page.getByText(/We are confirming your payment/)).toBeVisible()
  await breakRazorpay(page)
  await openTransactionOf(page, email)
  await expect(page.getByText('is for ₹29,499, but ₹29,500 was due')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Refund payment' }).click()
  await expect(page.getByRole('dialog').getByText('The whole amount is returned')).toBeVisible()
  await picture(page, 'refund-whole')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Accept payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Accept the payment of Asha Rao?' })
  await dialog.getByLabel('Reason').fill('One rupee is not worth a letter')
  await dialog.getByLabel('Current password', { exact: true }).fill(password)
  await checkBothWidths(page, 'accept')
  await dialog.getByRole('button', { name: 'Accept payment' }).click()
  await expect(page.getByText('Payment Accepted')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Asha Rao, ₹29,499' })).toBeVisible({ timeout: 30_000 })
})

test('a payment on the payment page of a tier is attached to the suggested person', async ({ page }) => {
  const email = freshEmail('static')
  await signedIn(page, email)
  const dialog = await choose(page, 'Become a Patron')
  await fillBillingDetails(dialog)
  await breakRazorpay(page, { fault: '502' })
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(dialog.getByText('Our office confirms this payment')).toBeVisible()
  await picture(page, 'by-hand')
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page).toHaveURL(/\/sandbox\/razorpay\/pages\//)
  await breakRazorpay(page)
  await page.getByRole('button', { name: /^Pay/ }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you. Our office will confirm your payment')
  await picture(page, 'thank-you')

  await openConsole(page, '/admin/payments/unknown?attention=any', 'Payment Tracking')
  await raiseLimit(page)
  const row = page.getByRole('row').filter({ hasText: '₹1,18,000' }).filter({ hasNotText: 'sarojini.pillai' }).first()
  await expect(row).toBeVisible({ timeout: 30_000 })
  await row.getByRole('button', { name: /^Attach payment/ }).click()
  const attach = page.getByRole('dialog', { name: 'Who paid ₹1,18,000?' })
  await expect(attach.getByText(email)).toBeVisible()
  await expect(attach.getByLabel('Membership tier')).toHaveValue(/./)
  await attach.getByRole('button', { name: 'Choose another person' }).click()
  await attach.getByLabel('Member', { exact: true }).fill(email)
  await attach.getByRole('button', { name: new RegExp(email) }).click()
  await attach.getByLabel('Reason').fill('She has sent us the receipt')
  await attach.getByLabel('Current password', { exact: true }).fill(password)
  await checkBothWidths(page, 'attach')
  await attach.getByRole('button', { name: 'Attach payment' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Asha Rao, ₹1,18,000' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Attached the payment/ })).toBeVisible()
})
