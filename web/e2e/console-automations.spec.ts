import { openConsole } from './console'
import { accessibilityViolations } from './faults'
import { expect, test } from './site'

test('an admin edits the text of an automation, restores versions, and switches it on', async ({ page }) => {
  await openConsole(page, '/admin/automations', 'Email Campaigns')
  await page.getByRole('link', { name: 'Abandoned checkout', exact: true }).click()
  await page.getByRole('textbox', { name: /^Hours after/ }).fill('2')
  await page.getByRole('button', { name: 'Save delay' }).click()
  await expect(page.getByText('2 hours after', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: /^Subject/ }).fill('{{tier}} waits for you')
  const preview = page.frameLocator('iframe[title="Preview of the email"]')
  await expect(preview.getByText('Dear Asha,')).toBeVisible()
  await expect(page.getByText('Annual Membership waits for you')).toBeVisible()
  await page.getByRole('button', { name: 'Save text' }).click()
  await expect(page.getByText('Version 1, in use')).toBeVisible()
  await page.getByRole('button', { name: 'Restore the built-in text' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Built in, in use')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Subject/ })).toHaveValue('Your payment is not complete')
  await page.locator('summary').filter({ hasText: 'Version 1' }).click()
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Version 3, in use')).toBeVisible()

  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()
  await expect(page.getByText('On since')).toBeVisible()
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
})
