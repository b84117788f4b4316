import type { Page } from '@playwright/test'
import { choose, pay, proceed, signedIn } from './buyer'
import { openConsole } from './console'
import { fillNomination, openNomination } from './nomination-form'
import { expect, freshEmail, test } from './site'

/** Cuts the connection before the answer to the next POST of an address arrives. The server has handled the call. */
async function loseNextAnswer(page: Page, address: string): Promise<void> {
  await page.route(
    address,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
}

test('a partial refund whose answer is lost is made once, also if it is pressed again', async ({ page }) => {
  const email = freshEmail('lost-refund')
  await signedIn(page, email)
  await pay(await proceed(page, await choose(page, 'Join for Life')))
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await openConsole(page, `/admin/payments/transactions?search=${email}`, 'Payment Tracking')
  await page.getByRole('row').getByRole('link', { name: 'Asha Rao' }).first().click()

  await page.getByRole('button', { name: 'Refund payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund the payment of Asha Rao?' })
  await dialog.getByLabel(/^Amount/).fill('500')
  await dialog.getByLabel('Reason').fill('Lunch was paid twice')
  await dialog.getByLabel('Current password', { exact: true }).fill('Boardcircle-Demo-1')
  await loseNextAnswer(page, '**/api/transactions/*/refund')
  await dialog.getByRole('button', { name: 'Refund payment' }).click()
  await expect(dialog.getByRole('alert')).toContainText('No answer')
  await expect(dialog.getByRole('alert')).toContainText('We do not know whether this arrived.')
  await expect(dialog.getByText('not refunded')).toBeHidden()
  const refunds = page.getByRole('row', { name: /₹500.*processed.*Lunch was paid twice/i })
  await expect(refunds).toHaveCount(1, { timeout: 30_000 })

  await dialog.getByRole('button', { name: 'Refund payment' }).click()
  await expect(page.getByText('Refund Requested')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(refunds).toHaveCount(1)
  await expect(page.getByRole('row', { name: /Requested a refund/ })).toHaveCount(1)
})

test('a nomination whose answer is lost can be sent again', async ({ page, site }) => {
  const email = freshEmail('lost-nomination')
  await openNomination(page)
  await fillNomination(page, email)
  await loseNextAnswer(page, '**/api/registrations')
  await page.getByRole('button', { name: 'Submit Nomination' }).click()
  await expect(page.getByText('We do not know whether this arrived.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Submit Nomination' }).click()
  await expect(page).toHaveURL(/\/registration-success$/)
  await site.mail(email, /./)
  expect(await site.mails(email)).toHaveLength(1)
})
