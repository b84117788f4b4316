import type { Page } from '@playwright/test'
import { accessibilityViolations, overflows } from './faults'
import { expect, test } from './site'

async function signIn(page: Page): Promise<void> {
  await page.goto('/auth')
  const form = page.getByRole('tabpanel', { name: 'Login' })
  await form.getByLabel('Email', { exact: true }).fill('meera.krishnan@sample.example')
  await form.getByLabel('Password or 4-digit PIN').fill('Boardcircle-Demo-1')
  await form.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Welcome back, Meera Krishnan!')).toBeVisible()
}

test('a member finds another, withdraws her profile and publishes it again', async ({ page }) => {
  await signIn(page)
  await page.goto('/circle/directory')
  const members = page.getByRole('region', { name: 'Members' })
  await expect(members.getByRole('listitem').first()).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  await test.step('the search is in the address', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill('Ridge Power')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/search=Ridge\+Power/)
    await expect(members.getByRole('listitem')).toHaveCount(1)
    await members.getByRole('link', { name: 'Geeta Malhotra' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Geeta Malhotra' })).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
  })

  await test.step('a block hides the member until it is lifted', async () => {
    await page.getByRole('button', { name: 'Block Geeta Malhotra' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: 'members in the directory' })).toBeVisible()
    await expect(members.getByRole('link', { name: 'Geeta Malhotra' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Your profile' }).click()
    await page.getByRole('button', { name: 'Unblock Geeta Malhotra' }).click()
    await expect(page.getByRole('button', { name: 'Unblock Geeta Malhotra' })).toHaveCount(0)
  })

  await test.step('she withdraws, changes and publishes her profile', async () => {
    await page.getByRole('button', { name: 'Withdraw from the directory' }).click()
    await expect(page.getByText('You are not listed')).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await overflows(page)).toEqual([])
    await page.getByRole('textbox', { name: 'City' }).fill('Nashik')
    await page.getByRole('combobox', { name: 'Who sees: Languages' }).selectOption('No one')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByRole('region', { name: 'How members see you' })).toContainText('Nashik')
    await expect(
      page.getByRole('region', { name: 'How members see you' }).getByText('Languages', { exact: true }),
    ).toHaveCount(0)
    await page.getByRole('button', { name: 'Publish my profile' }).click()
    await expect(page.getByText('Please tick the box if you want to be listed')).toBeVisible()
    await page.getByRole('checkbox', { name: /I agree that members/ }).check()
    await page.getByRole('button', { name: 'Publish my profile' }).click()
    await expect(page.getByText('Your profile is published').first()).toBeVisible()
  })
})
