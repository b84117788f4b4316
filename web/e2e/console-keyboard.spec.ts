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
  await test.step('the admin changes a text of the landing page, and discards the change', async () => {
    await press(page, menu.getByRole('link', { name: 'Content Management' }))
    await press(page, main.getByRole('link', { name: 'Edit Landing page' }))
    const text = page.locator('[data-text="landing.hero.subtitle"]').first()
    await expect(page.getByText('All changes saved as drafts')).toBeVisible({ timeout: 60_000 })
    await expect(text).toHaveAttribute('tabindex', '0')
    await press(page, text)
    await expect(page.locator('.text-editor')).toBeFocused()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('No mouse was used.')
    await page.keyboard.press('Escape')
    await expect(text).toBeFocused()
    await expect(text).toHaveText('No mouse was used.')
    await page.keyboard.press('Escape')
    await press(page, page.getByRole('button', { name: /^Publish 1/ }))
    await press(page, page.getByRole('button', { name: 'Discard…' }))
    await press(page, page.getByRole('button', { name: 'Discard', exact: true }))
    await expect(page.getByText('Changes Discarded')).toBeVisible()
    await page.goto('/admin/content')
    await expect(main.getByRole('link', { name: 'Edit Landing page' })).toBeVisible()
  })

  await test.step('the admin creates a tier, and adds and removes its features', async () => {
    await press(page, menu.getByRole('link', { name: 'Membership Tiers' }))
    await press(page, main.getByRole('button', { name: 'Create', exact: true }))
    await type(page, main.getByRole('textbox', { name: 'Name' }), title)
    await type(page, main.getByRole('textbox', { name: 'Price' }), '30000')
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
    await press(page, menu.getByRole('link', { name: 'Dashboard' }))
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
