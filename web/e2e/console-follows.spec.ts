import { openConsole, ownerPassword } from './console'
import { expect, openSite, test } from './site'

test('a nomination that the office declines leaves the dashboard, and a mark of another admin arrives', async ({
  browser,
}) => {
  // The test decides the demo's only late nomination, so it has a server of its own.
  const site = await openSite()
  try {
    const page = await (await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce' })).newPage()
    await openConsole(page, '/admin', 'Dashboard')
    await page.getByRole('link', { name: 'Dr Lakshmi Subramaniam', exact: true }).click()
    const take = page.getByRole('button', { name: 'Start review' })
    const decline = page.getByRole('button', { name: 'Decline' })
    await expect(take.or(decline).first()).toBeVisible()
    if (await take.isVisible()) await take.click()
    await decline.click()
    await page.getByLabel('Reason').fill('Outside our circle for now.')
    await page.getByRole('button', { name: 'Decline without an email' }).click()
    await expect(page.getByText('The nomination was declined', { exact: true })).toBeVisible()
    const menu = page.getByRole('navigation', { name: 'Console' })
    await menu.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('heading', { name: 'New members to welcome' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Waiting longer than promised' })).toBeHidden()
    await expect(page.getByRole('link', { name: 'Dr Lakshmi Subramaniam', exact: true })).toHaveCount(0)

    // Another admin welcomes the new member: the page follows without a reload.
    const week = await (await page.request.get('/api/admin/this-week')).json()
    const other = await browser.newContext({ baseURL: site.url })
    await other.request.post('/api/admin/login', { data: { username: 'demo', password: ownerPassword } })
    await other.request.post(`/api/people/${week.newMembers[0].id}/welcome`)
    await expect(page.getByRole('heading', { name: 'New members to welcome' })).toBeHidden()
  } finally {
    await site.close()
  }
})
