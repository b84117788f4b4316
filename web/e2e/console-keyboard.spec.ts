import { press, tabTo, type } from './keys'
import { sendNomination } from './nomination-form'
import { expect, freshEmail, test } from './site'

test('a nomination is approved and a text published with the keyboard alone', async ({ page, site }) => {
  const name = `Keyed ${Date.now().toString(36)}`
  const email = freshEmail('keyed')
  await sendNomination(page, name, email)
  const main = page.getByRole('main')
  const menu = page.getByRole('navigation', { name: 'Console' })

  await test.step('the admin signs in', async () => {
    await page.goto('/admin')
    await type(page, page.getByLabel('Username'), 'demo')
    await type(page, page.getByLabel('Password', { exact: true }), 'Boardcircle-Demo-1')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  })

  await test.step('the admin finds the nomination', async () => {
    await press(page, menu.getByRole('link', { name: 'Nominations' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Nominations' })).toBeVisible()
    await type(page, page.getByRole('searchbox', { name: 'Search nominations' }), name)
    await expect(page).toHaveURL(/search=/)
    await press(page, page.getByRole('link', { name }))
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  })

  await test.step('the admin reviews and approves it', async () => {
    await press(page, main.getByRole('button', { name: 'Start review' }))
    await expect(page.getByRole('heading', { name: 'In review' })).toBeFocused()
    await type(page, main.getByLabel('New note'), 'I know her work.')
    await press(page, main.getByRole('button', { name: 'Add note' }))
    await expect(main.getByRole('listitem').filter({ hasText: 'I know her work.' })).toBeVisible()
    await press(page, main.getByRole('button', { name: 'No', exact: true }))
    await expect(main.getByRole('button', { name: 'No', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await press(page, main.getByRole('button', { name: 'Approve', exact: true }))
    await press(page, main.getByRole('checkbox', { name: 'Count my vote as yes' }), 'Space')
    await press(page, main.getByRole('checkbox', { name: 'Count my vote as yes' }), 'Space')
    await press(page, main.getByRole('button', { name: 'Approve and send the invitation' }))
    await expect(page.getByRole('heading', { name: 'Approved' })).toBeFocused()
    await site.mail(email, /Your invitation/)
  })

  const title = `Typed ${name}`
  await test.step('the admin writes a text for the landing page', async () => {
    await press(page, menu.getByRole('link', { name: 'Content Management' }))
    await press(page, main.getByRole('button', { name: 'Create', exact: true }).first())
    await type(page, main.getByRole('combobox', { name: 'Section' }), 'Testi')
    await type(page, main.getByRole('textbox', { name: /^Title/ }), title)
    await type(page, main.getByRole('textbox', { name: /^Content/ }), 'No mouse was used.')
    await press(page, main.locator('#content-form').getByRole('button', { name: 'Create' }))
    await expect(main.getByRole('button', { name: `Edit ${title}` })).toBeFocused()
  })

  await test.step('the admin cancels the deletion, then deletes the text', async () => {
    await press(page, main.getByRole('button', { name: `Delete ${title}` }))
    await page.keyboard.press('Escape')
    await expect(main.getByRole('button', { name: `Delete ${title}` })).toBeFocused()
    await page.keyboard.press('Enter')
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
    await expect(page.getByText('Content Deleted')).toBeVisible()
    await expect(main.getByRole('button', { name: `Edit ${title}` })).toBeHidden()
  })

  await test.step('the admin creates a tier, and adds and removes its features', async () => {
    await press(page, menu.getByRole('link', { name: 'Membership Tiers' }))
    await press(page, main.getByRole('button', { name: 'Create', exact: true }))
    await type(page, main.getByRole('textbox', { name: 'Name' }), title)
    await type(page, main.getByRole('textbox', { name: 'Price' }), '900')
    for (const feature of ['A library card', 'A vote']) {
      await type(page, main.getByRole('textbox', { name: /^Features/ }), feature)
      await page.keyboard.press('Enter')
    }
    await press(page, main.getByRole('button', { name: 'Remove A vote' }))
    await press(page, main.locator('#tier-form').getByRole('button', { name: 'Create' }))
    await expect(main.getByRole('button', { name: `Edit ${title}` })).toBeFocused()
    await press(page, main.getByRole('button', { name: `Move ${title} up` }))
    await expect(page.getByText(`${title} is now number`)).toBeAttached()
    await press(page, main.getByRole('button', { name: `Delete ${title}` }))
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
    await expect(page.getByText('Membership Tier Deleted')).toBeVisible()
  })

  await test.step('the admin sorts the members, finds one and exports the list', async () => {
    await press(page, menu.getByRole('link', { name: 'Members', exact: true }))
    await press(page, main.getByRole('button', { name: /^Name/ }))
    await expect(page).toHaveURL(/sort=/)
    await type(page, main.getByRole('searchbox'), 'padma')
    await expect(page).toHaveURL(/search=padma/)
    await press(page, main.getByRole('link', { name: 'Padma Reddy', exact: true }))
    await expect(page.getByRole('heading', { level: 1, name: 'Padma Reddy' })).toBeVisible()
    await page.goBack()
    const file = page.waitForEvent('download')
    await press(page, main.getByRole('button', { name: 'Export CSV' }))
    await file
  })

  await test.step('the admin reads the audit log, and logs out', async () => {
    await press(page, menu.getByRole('link', { name: 'Audit log' }))
    await press(page, main.getByRole('button', { name: `Created the membership tier ${title}` }))
    await expect(main.getByRole('button', { name: `Created the membership tier ${title}` })).toHaveAttribute(
      'aria-expanded',
      'true',
    )
    await press(page, page.getByRole('button', { name: 'Logout' }))
    await expect(page.getByRole('heading', { name: 'Admin sign-in' })).toBeVisible()
    await tabTo(page, page.getByLabel('Username'))
  })
})
