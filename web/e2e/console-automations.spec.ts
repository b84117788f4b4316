import { openConsole } from './console'
import { accessibilityViolations } from './faults'
import { expect, freshEmail, test } from './site'

test('an admin writes what an automation says, tests it, and switches it on', async ({ page, site }) => {
  await openConsole(page, '/admin/automations', 'Email Campaigns')
  await page.getByRole('link', { name: 'Checkout left', exact: true }).click()
  await page.getByRole('textbox', { name: /^Hours after/ }).fill('2')
  await page.getByRole('textbox', { name: /^Subject/ }).fill('{{tier|A membership}} waits for you')
  const preview = page.frameLocator('iframe[title="The email as a reader gets it"]')
  await expect(preview.getByText('Dear Asha,')).toBeVisible()
  await expect(page.getByText('Annual Membership waits for you')).toBeVisible()
  await page.getByRole('checkbox', { name: /^With a reader’s facts/ }).uncheck()
  await expect(page.getByText('A membership waits for you', { exact: true })).toBeVisible()

  const tester = freshEmail('office')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('textbox', { name: /^Send it to/ }).fill(tester)
  await page.getByRole('button', { name: 'Send the test' }).click()
  await site.mail(tester, /^\[Test\] Annual Membership waits for you$/)
  await expect(page.getByText('2 hours after', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByRole('button', { name: 'Switch off' })).toBeVisible()
  await expect(page.getByText('On since')).toBeVisible()
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
})
