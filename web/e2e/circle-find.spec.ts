import { press } from './keys'
import { signIn } from './member'
import { expect, test } from './site'
import { expectNoFaults } from './walk'

test('a member finds people, sessions, documents and pages by keyboard alone', async ({ page }) => {
  await signIn(page)
  await page.goto('/circle')
  await expect(page.getByRole('heading', { name: 'Next session' })).toBeVisible()
  const field = page.getByRole('combobox', { name: 'A member, a session, a document or a page' })
  const find = async (text: string, name: RegExp) => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await field.pressSequentially(text)
    await expect(page.getByRole('option', { name }).first()).toBeVisible()
    await page.keyboard.press('Enter')
  }

  await find('swati', /Swati Joshi.*Member/)
  await expect(page.getByRole('heading', { level: 1, name: 'Swati Joshi' })).toBeVisible()
  await find('takeover', /takeover in ninety minutes.*Session/)
  await expect(page.getByRole('heading', { level: 1, name: /takeover in ninety minutes/ })).toBeVisible()
  await find('nomination committees', /How nomination committees choose.*Library/)
  await expect(page.getByRole('heading', { level: 1, name: 'How nomination committees choose' })).toBeVisible()
  await find('billing', /Billing.*Page/)
  await expect(page).toHaveURL(/\/account\/billing$/)

  await page.keyboard.press('Control+k')
  await field.fill('no such thing')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a member asks for an introduction in the directory', async ({ page }) => {
  test.slow() // The test checks the list at each width.
  await signIn(page)
  await page.goto('/circle/directory?search=Kamala')
  const ask = page.getByRole('button', { name: 'Ask for an introduction to Kamala Venkataraman' })
  await expect(ask).toBeVisible()
  await expectNoFaults(page, 'content')
  await press(page, ask)
  const dialog = page.getByRole('dialog', { name: 'Ask for an introduction to Kamala Venkataraman' })
  await dialog.getByLabel('Reason').fill('You have led an audit committee through a merger, and we are starting one.')
  await press(page, dialog.getByRole('button', { name: 'Send the request' }))
  await expect(page.getByText('Your request is sent')).toBeVisible()
  await expect(dialog).toHaveCount(0)

  // A second request is not possible, and the button leads to the first.
  await press(page, ask)
  await page
    .getByRole('dialog', { name: 'An introduction to Kamala Venkataraman' })
    .getByRole('link', { name: 'See your request' })
    .click()
  await page.getByRole('button', { name: 'Withdraw the request' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the request' }).click()
  await expect(page.getByText('Your request is withdrawn')).toBeVisible()
})
