import { signedIn } from './buyer'
import { accessibilityViolations } from './faults'
import { expect, freshEmail, openUntilShown, test } from './site'

test('if only approved nominees can buy, the plans say so before the buyer fills in a form', async ({
  page,
  playwright,
  site,
}) => {
  const admin = await playwright.request.newContext({ baseURL: site.url })
  const password = 'Boardcircle-Demo-1'
  const signIn = await admin.post('/api/admin/login', { data: { username: 'demo', password } })
  expect(signIn.status()).toBe(200)
  const set = async (purchaseNeedsApproval: 'true' | 'false') => {
    const { updatedAt } = (await (await admin.get('/api/admin/settings')).json()) as { updatedAt: string }
    const answer = await admin.put('/api/admin/settings', { data: { purchaseNeedsApproval, updatedAt, password } })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await set('true')
  try {
    await openUntilShown(page, '/membership-plans', page.getByText('Membership is by invitation', { exact: true }))
    await expect(page.getByRole('link', { name: 'Send your nomination' })).toHaveAttribute('href', '/#register')

    await signedIn(page, freshEmail('uninvited'))
    await page.reload()
    const apply = page
      .getByRole('article', { name: 'Lifetime' })
      .getByRole('button', { name: /^Send your nomination first/ })
    await apply.click()
    const dialog = page.getByRole('dialog', { name: 'Membership is by invitation' })
    await expect(dialog.getByText('Your email address is not confirmed yet')).toBeVisible()
    await expect(page.getByText('Payment Error')).toHaveCount(0)
    expect(await accessibilityViolations(page, ['light'])).toEqual([])
    await dialog.getByText('Close', { exact: true }).click()
    await expect(apply).toBeFocused()

    await page.route('**/api/nominations/mine', (route) =>
      route.fulfill({ json: { status: 'in_review', isApproved: false } }),
    )
    await page.reload()
    await apply.click()
    await expect(dialog.getByText('Your nomination is being reviewed')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Your account' })).toHaveAttribute('href', '/account')

    await page.unroute('**/api/nominations/mine')
    await page.reload() // the choice is in the address
    await dialog.getByRole('link', { name: 'Send your nomination' }).click()
    await expect(page).toHaveURL(/\/#register$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  } finally {
    await set('false')
    await admin.dispose()
  }
})
