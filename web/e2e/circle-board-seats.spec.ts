import { ownerPassword } from './console'
import { press } from './keys'
import { signIn, signInWithNewPassword } from './member'
import { expect, test } from './site'
import { expectNoFaults } from './walk'

test('a member reads their terms, posts a board seat, and another is interested in it', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page)
  await page.goto('/circle/board-seats')
  const terms = page.getByRole('region', { name: 'Your terms' })
  await expect(terms.getByText('Ends within six months')).toBeVisible()
  await expect(terms.getByText(/You left this board on .* after two terms/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Non-executive director' })).toBeVisible()
  await expect(page.getByText('Gateway Specialty Finance')).toHaveCount(0) // confidential
  await expectNoFaults(page, 'content')

  await test.step('she filters by sector and shows interest by keyboard', async () => {
    await page.getByLabel('Sector').selectOption('Energy')
    await press(page, page.getByRole('button', { name: 'Filter' }))
    await expect(page.getByRole('link', { name: 'Non-executive director' })).toHaveCount(0)
    await press(page, page.getByRole('link', { name: 'Member of the advisory board' }))
    await press(page, page.getByRole('button', { name: 'I am interested' }))
    await page.getByLabel('Note').fill('I have advised three founders.')
    await press(page, page.getByRole('button', { name: 'Send', exact: true }))
    await expect(page.getByText('You have shown interest')).toBeVisible()
    await expectNoFaults(page, 'content')
  })

  await test.step('she posts a board seat, which waits for the office', async () => {
    await page.goto('/circle/board-seats/new')
    await page.getByRole('textbox', { name: 'Role' }).fill('Independent director for a test')
    await page.getByRole('textbox', { name: 'Company' }).fill('Vindhya Glass Ltd')
    await page.getByRole('combobox', { name: 'Sector' }).selectOption('Manufacturing')
    await page.getByRole('textbox', { name: 'City' }).fill('Indore')
    await page.getByLabel('Last day').fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10))
    await page.getByRole('textbox', { name: 'Description' }).fill('The board looks for a director who knows glass.')
    await expectNoFaults(page, 'content')
    await page.getByRole('button', { name: 'Send to the office' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Independent director for a test' })).toBeVisible()
    await expect(page.getByText('Waits for the office', { exact: true })).toBeVisible()
  })

  await test.step('the office opens it', async () => {
    const office = await browser.newPage({ baseURL: site.url })
    const answer = await office.request.post('/api/admin/login', {
      data: { username: 'demo', password: ownerPassword },
    })
    expect(answer.status()).toBe(200)
    await office.goto('/admin/board-seats?state=waiting')
    await office.getByRole('link', { name: 'Independent director for a test' }).click()
    await office.getByRole('button', { name: 'Approve' }).click()
    await expect(office.getByText('The board seat is open')).toBeVisible()
    await office.close()
  })
  await site.mail('meera.krishnan@sample.example', /Your board seat is open: Independent director for a test/)

  await test.step('another member is interested, and the poster records the appointment', async () => {
    const other = await browser.newPage({ baseURL: site.url })
    await signInWithNewPassword(other, site, 'padma.reddy@sample.example')
    await other.goto('/circle/board-seats?search=glass')
    await other.getByRole('link', { name: 'Independent director for a test' }).click()
    await other.getByRole('button', { name: 'I am interested' }).click()
    await other.getByLabel('Note').fill('I have led a glass works.')
    await other.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(other.getByText('You have shown interest')).toBeVisible()
    await other.close()
    await page.reload()
    await expect(page.getByText('I have led a glass works.')).toBeVisible()
    await page.getByRole('button', { name: 'Appointed: Padma Reddy', exact: true }).click()
    await page.getByRole('button', { name: 'Record the appointment' }).click()
    await expect(page.getByText('Filled', { exact: true })).toBeVisible()
    await expectNoFaults(page, 'content')
  })
})
