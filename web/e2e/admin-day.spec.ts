import { choose, pay, proceed, signedIn } from './buyer'
import { expect, freshEmail, openUntilShown, test } from './site'

// With animations, which most people have switched on.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('an admin creates a tier, sees its sale live, exports it, cannot delete the tier, and finds all of it in the audit log', async ({
  page,
  browser,
  site,
}) => {
  const tier = `Day Circle ${Date.now().toString(36)}`
  const buyer = freshEmail('day')

  await test.step('the admin signs in', async () => {
    await page.goto('/admin')
    await page.getByLabel('Username').fill('demo')
    await page.getByLabel('Password', { exact: true }).fill('Boardcircle-Demo-1')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('Welcome to the admin panel')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  })

  await test.step('the admin creates a tier', async () => {
    await page.getByRole('link', { name: 'Create New Membership Tier' }).click()
    const form = page.locator('#tier-form')
    await form.getByRole('textbox', { name: 'Name' }).fill(tier)
    await form.getByRole('textbox', { name: 'Price' }).fill('30000')
    await form.getByRole('textbox', { name: /^Button text/ }).fill(`Take ${tier}`)
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('Membership Tier Created')).toBeVisible()
  })

  await test.step('a member buys it, which the admin sees in real time', async () => {
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Payment Tracking' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Payment Tracking' })).toBeVisible()
    await page.getByRole('link', { name: 'All Transactions' }).click()
    await expect(page).toHaveURL(/transactions/)

    const member = await (await browser.newContext({ baseURL: site.url })).newPage()
    await signedIn(member, buyer)
    await openUntilShown(member, '/membership-plans', member.getByRole('article', { name: tier }))
    const checkout = await proceed(member, await choose(member, `Take ${tier}`))
    await pay(checkout)
    await expect(member).toHaveURL(/thank-you/)
    await member.context().close()

    const row = page.getByRole('row').filter({ hasText: buyer })
    await expect(row.getByText('Completed')).toBeVisible()
    await expect(row.getByText('₹35,400')).toBeVisible()
  })

  await test.step('the admin exports the list', async () => {
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect((await file).suggestedFilename()).toMatch(/^transactions-.*\.csv$/)
  })

  await test.step('a tier that was sold is deactivated instead of deleted', async () => {
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Membership Tiers' }).click()
    await page.getByRole('button', { name: `Delete ${tier}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await expect(page.getByRole('article', { name: tier }).getByText('Inactive')).toBeVisible()
  })

  await test.step('the audit log has every action', async () => {
    const menu = page.getByRole('navigation', { name: 'Console' })
    await menu.getByRole('link', { name: 'Dashboard' }).click()
    await menu.getByRole('link', { name: 'Audit log' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
    await expect(page.getByRole('button', { name: `Created the membership tier ${tier}` })).toBeVisible()
    await expect(page.getByRole('button', { name: `Changed the membership tier ${tier}` })).toBeVisible()
    await expect(page.getByRole('cell', { name: /Exported transactions as transactions-/ })).toBeVisible()
    const otherTab = await page.context().newPage()
    await otherTab.goto('/admin/members')
    await expect(otherTab.getByRole('table')).toBeVisible()
    // Both messages disappear after a few seconds.
    await Promise.all([
      expect(page.getByText('Successfully logged out')).toBeVisible(),
      expect(otherTab.getByText('Your session has ended')).toBeVisible(),
      page.getByRole('button', { name: 'Logout' }).click(),
    ])
    await expect(otherTab.getByRole('table')).toBeHidden()
    await otherTab.close()
    await expect(page).toHaveURL(/\/admin$/)
    await expect(page.getByRole('heading', { name: 'Admin sign-in' })).toBeVisible()
  })
})
