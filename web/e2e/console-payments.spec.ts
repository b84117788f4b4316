import { actAtRazorpay, breakRazorpay, choose, pay, proceed, signedIn } from './buyer'
import { openConsole } from './console'
import { picture } from './picture'
import { expect, freshEmail, test } from './site'

test('the dashboard links to an orphan payment and a dispute, and both are marked as resolved', async ({ page }) => {
  const email = freshEmail('unknown')
  await signedIn(page, email)
  const checkout = await proceed(page, await choose(page, 'Join for Life'))
  await breakRazorpay(page, { lifecycle: 'orphan' })
  await pay(checkout)
  await openConsole(page, '/admin', 'Dashboard')
  await expect(page.getByText(/payments? (is|are) not matched to a transaction\./)).toBeVisible({ timeout: 30_000 })
  await breakRazorpay(page)

  const transactions = await page.request.get('/api/transactions?status=completed&page=1&perPage=1')
  const [transaction] = (await transactions.json()) as { razorpayPaymentId: string }[]
  await actAtRazorpay(page, 'dispute', transaction?.razorpayPaymentId ?? '')
  const notice = page
    .getByRole('status')
    .locator('p')
    .filter({ hasText: /transactions? needs? attention\./ })
  await notice.getByRole('link').click()
  await expect(page).toHaveURL(/\/transactions\?attention=any$/)
  await page.getByLabel('Attention', { exact: true }).selectOption('Dispute')
  const dispute = page.getByRole('row', { name: /did not receive what they paid for, or not all of it\./ }).first()
  await expect(dispute.getByText(/Answer it in Razorpay’s dashboard by \d/)).toBeVisible()
  await dispute.getByRole('link').first().click()
  await page.getByText('Draft answer').click()
  await expect(page.getByText(/bought .* on our site and paid ₹/)).toBeVisible()
  await picture(page, 'dispute-draft')
  await page.goBack()
  await dispute.getByRole('button', { name: 'Mark as resolved' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as resolved' }).click()
  await expect(page.getByText('Marked as resolved')).toBeVisible()

  await page.goto('/admin')
  await page
    .getByRole('status')
    .locator('p')
    .filter({ hasText: /not matched to a transaction\./ })
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(/\/transactions\?attention=any&part=unknown$/)
  const payment = page.getByRole('row').filter({ hasText: '₹29,500' }).first()
  await payment.getByRole('button', { name: 'Mark as resolved' }).click()
  await page
    .getByRole('dialog', { name: /^Mark the payment of .* as resolved/ })
    .getByRole('button', { name: 'Mark as resolved' })
    .click()
  await expect(page.getByRole('region', { name: 'Unknown payments' })).toBeFocused()
  await expect(payment).toBeHidden()
  await page.getByLabel('Attention', { exact: true }).selectOption('Resolved')
  await expect(page.getByText(/^Resolved on /).first()).toBeVisible()

  await page.goto('/admin/audit')
  await expect(
    page.getByRole('row', { name: /Resolved a payment that is not matched to a transaction/ }).first(),
  ).toBeVisible()
})
