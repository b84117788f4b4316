import { openConsole } from './console'
import { accessibilityViolations } from './faults'
import { expect, test } from './site'

test('an admin writes what an automation says, brings versions back, and switches it on', async ({ page }) => {
  await openConsole(page, '/admin/automations', 'Email Campaigns')
  await page.getByRole('link', { name: 'Abandoned checkout', exact: true }).click()
  await page.getByRole('textbox', { name: /^Hours after/ }).fill('2')
  await page.getByRole('button', { name: 'Save the delay' }).click()
  await expect(page.getByText('2 hours after', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: /^Subject/ }).fill('{{tier}} waits for you')
  const preview = page.frameLocator('iframe[title="The email as a reader gets it"]')
  await expect(preview.getByText('Dear Asha,')).toBeVisible()
  await expect(page.getByText('Annual Membership waits for you')).toBeVisible()
  await page.getByRole('button', { name: 'Save the text' }).click()
  await expect(page.getByText('Version 1, goes out now')).toBeVisible()
  await page.getByRole('button', { name: 'Back to the built-in text' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Bring it back' }).click()
  await expect(page.getByText('Built in, goes out now')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Subject/ })).toHaveValue('Your membership is not paid yet')
  await page.locator('summary').filter({ hasText: 'Version 1' }).click()
  await page.getByRole('button', { name: 'Bring this version back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Bring it back' }).click()
  await expect(page.getByText('Version 3, goes out now')).toBeVisible()

  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()
  await expect(page.getByText('On since')).toBeVisible()
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
})
