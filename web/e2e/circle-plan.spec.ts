import { signInWithNewPassword } from './member'
import { expect, test } from './site'
import { expectNoFaults } from './walk'

// The demo's monthly plan opens the sessions and the library only.
test('a member whose plan opens a part of the circle sees that part, and the way to the rest', async ({
  page,
  site,
}) => {
  test.slow() // The test checks two pages at each width.
  await signInWithNewPassword(page, site, 'leela.narayanan@sample.example')
  await page.goto('/circle')
  const sections = page.getByRole('navigation', { name: 'Sections of the circle' })
  await expect(sections.getByRole('link')).toHaveText(['Home', 'Sessions', 'Library'])
  await expect(page.getByRole('heading', { name: 'Next session' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'People you may want to know' })).toHaveCount(0)
  await expect(page.locator('#content a[href^="/circle/directory/"]')).toHaveCount(0)
  const home = await (await page.request.get('/api/circle')).json()
  expect(home.attendees).toEqual([]) // The demo's next session has other members.
  await expectNoFaults(page, 'content')

  await test.step('a page of a module that her plan does not open leads to the plans that do', async () => {
    await page.goto('/circle/directory')
    await expect(page.getByRole('heading', { level: 1, name: 'Directory' })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Your plan does not include the directory/ })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Mentors' })).toHaveCount(0)
    await expectNoFaults(page, 'content')
    expect((await page.request.get('/api/directory')).status()).toBe(403)
    await page.getByRole('link', { name: 'Annual Membership' }).click()
    await expect(page).toHaveURL(/\/membership-plans#tier-/)
  })

  await test.step('the comparison of the plans says what hers lacks', async () => {
    const row = page.getByRole('row', { name: /^Introductions to boards that are looking/ })
    await expect(row.getByRole('cell')).toHaveText(['Included', 'Included', 'Not included', 'Included'])
  })
})
