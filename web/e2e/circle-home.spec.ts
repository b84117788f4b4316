import { accessibilityViolations, overflows } from './faults'
import { expect, test } from './site'

test('sign-in leads a member to the home of the circle', async ({ page, site }) => {
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: true }).first().fill('meera.krishnan@sample.example')
  await page.getByLabel('Password or 4-digit PIN').fill('Boardcircle-Demo-1')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(`${site.url}/circle`)
  await expect(page.getByRole('heading', { name: 'Next session' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'People you may want to know' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^New since/ })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await overflows(page)).toEqual([])

  await page.getByRole('heading', { name: 'Next session' }).locator('..').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/circle\/sessions\//)

  await page.goto('/account')
  await expect(page.getByText(/^You have 3 conversations/)).toBeVisible()
  await page.getByRole('link', { name: 'Go to the circle' }).click()
  await expect(page).toHaveURL(`${site.url}/circle`)
})
