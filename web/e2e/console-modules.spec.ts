import type { Browser, Page } from '@playwright/test'
import { openConsole, ownerPassword } from './console'
import { accessibilityViolations, overflows } from './faults'
import { expect, type Site, test } from './site'

const office = ['coupons', 'offline-payments', 'books', 'imports', 'automations']

// Later tests use the same site.
test.afterEach(async ({ page }) => {
  for (const id of ['sessions', 'library', ...office]) {
    const answer = await page.request.put(`/api/admin/modules/${id}`, { data: { isOn: true } })
    expect(answer.status()).toBe(200)
  }
})

// A page has the modules in its document, which the server renders again in the background after each change. So these
// tests load a page until it shows the change.

/** Opens a browser that is signed in as a member of the demo. */
async function openAsMember(browser: Browser, site: Site): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: site.url })).newPage()
  const data = { email: 'meera.krishnan@sample.example', password: ownerPassword }
  expect((await page.request.post('/api/login', { data })).status()).toBe(200)
  return page
}

test('an owner switches the library off, and it is gone for the office and for members until it is on again', async ({
  page,
  browser,
  site,
}) => {
  await openConsole(page, '/admin/settings/modules', 'Modules')
  const library = page.getByRole('checkbox', { name: 'Library' })
  await expect(library).toBeChecked()
  await expect(page.getByText('You collect notes, documents and recordings, and members find them.')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await overflows(page)).toEqual([])
  await library.press('Space')
  await expect(page.getByText('Library switched off')).toBeVisible()
  await expect(library).not.toBeChecked()

  await page.goto('/admin/library')
  await expect(page.getByRole('heading', { level: 1, name: 'Switched off' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Library' })).toHaveCount(0)

  const member = await openAsMember(browser, site)
  const tabs = member.getByRole('navigation', { name: 'Sections of the circle' })
  await expect(async () => {
    await member.goto('/circle')
    await expect(tabs.getByRole('link', { name: 'Sessions' })).toBeVisible()
    expect(await tabs.getByRole('link', { name: 'Library' }).count()).toBe(0)
  }).toPass()
  await member.goto('/circle/library')
  await expect(member.getByText('This part of the site is switched off.')).toBeVisible()

  await page.getByRole('link', { name: 'Open the modules' }).click()
  await page.getByRole('checkbox', { name: 'Library' }).press('Space')
  await expect(page.getByText('Library switched on')).toBeVisible()
  await expect(async () => {
    await member.goto('/circle/library')
    await expect(tabs.getByRole('link', { name: 'Sessions' })).toBeVisible()
    expect(await tabs.getByRole('link', { name: 'Library' }).count()).toBe(1)
  }).toPass()
  await expect(member.getByText('This part of the site is switched off.')).toHaveCount(0)
})

test('without sessions, the home of a member and the public pages show none', async ({ page, browser, site }) => {
  await openConsole(page, '/admin/settings/modules', 'Modules')
  await page.getByRole('checkbox', { name: 'Sessions' }).press('Space')
  await expect(page.getByText('Sessions switched off')).toBeVisible()
  const member = await openAsMember(browser, site)
  await expect(async () => {
    await member.goto('/circle')
    await expect(member.getByRole('heading', { name: 'People you may want to know' })).toBeVisible()
    expect(await member.getByRole('heading', { name: 'Next session' }).count()).toBe(0)
  }).toPass()
  await expect(async () => {
    expect(await (await page.request.get('/sitemap.xml')).text()).not.toContain('/sessions/')
  }).toPass()
})

test('without the modules of the office, no screen leads to one of them', async ({ page }) => {
  await openConsole(page, '/admin/settings/modules', 'Modules')
  const group = page.getByRole('region', { name: 'The office' })
  await expect(group.getByRole('checkbox')).toHaveCount(office.length)
  for (const box of await group.getByRole('checkbox').all()) {
    const answer = page.waitForResponse((response) => response.request().method() === 'PUT')
    await box.press('Space')
    expect((await answer).status()).toBe(200)
    await expect(box).not.toBeChecked()
  }
  const [person] = await (await page.request.get('/api/members/registered-users?search=padma')).json()
  for (const [path, heading] of [
    ['/admin', 'Dashboard'],
    ['/admin/payments', 'Payment Tracking'],
    ['/admin/memberships', 'Membership Tiers'],
    ['/admin/members', 'Members'],
    [`/admin/people/${person.id}`, 'Padma Reddy'],
    ['/admin/email-texts', 'Email Campaigns'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.locator('main .skeleton')).toHaveCount(0)
    const links = await page.locator('a[href^="/admin"]').evaluateAll((all) => all.map((a) => a.getAttribute('href')))
    // An entry of the menu with one part that is left does not list it.
    await expect(page.getByRole('link', { name: /^(Tiers|Payments)$/ }), path).toHaveCount(0)
    const closed = /payments\/offline|memberships\/coupons|admin\/books|members\/import|admin\/automations/
    expect(
      links.filter((link) => link && closed.test(link)),
      path,
    ).toEqual([])
    await expect(page.getByRole('button', { name: 'Give a complimentary membership' }), path).toHaveCount(0)
  }
})
