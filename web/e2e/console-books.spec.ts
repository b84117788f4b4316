import { openConsole } from './console'
import { accessibilityViolations, overflows } from './faults'
import { expect, test } from './site'

test('an owner reads the books, confirms the closing of a month, and sees the settlements', async ({ page }) => {
  await openConsole(page, '/admin/books', 'Books')
  const oldest = await page.getByLabel('Month').locator('option').last().textContent()
  await page.getByLabel('Month').selectOption(oldest)
  await page.getByRole('button', { name: 'Close the month' }).click()
  const dialog = page.getByRole('dialog', { name: /^Close / })
  const password = dialog.getByLabel('Current password')
  await password.fill('not the password')
  await dialog.getByRole('button', { name: 'Close the month' }).click()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
  expect(await overflows(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const settled = await page.request.post('/sandbox/razorpay/acts', { form: { act: 'settle', id: '' } })
  expect(settled.ok()).toBe(true)
  await page.getByRole('link', { name: 'Settlements' }).click()
  await page.getByRole('link', { name: /^UTR/ }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Settlement UTR/ })).toBeVisible()
  // The demo has payments without a transaction.
  await expect(page.getByText(/^(Matched|\d+ items? (is|are) not matched)$/).first()).toBeVisible()
})
