import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { accessibilityViolations } from './faults'
import { expect, freshEmail, test } from './site'

async function signIn(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Username').fill('demo')
  await page.getByLabel('Password', { exact: true }).fill('Boardcircle-Demo-1')
  await page.getByRole('button', { name: 'Sign in' }).click()
}

// The request that a visitor's browser sends.
async function nominate(visitor: APIRequestContext, name: string, email: string): Promise<void> {
  const answer = await visitor.post('/api/registrations', {
    data: {
      name,
      email,
      phone: '+91 98765 43210',
      city: 'Chennai',
      currentDesignation: 'Independent Director',
      companyName: 'Coromandel Looms Ltd',
      industry: 'manufacturing',
      yearsOfExperience: '10+',
      directorType: 'independent',
      currentBoards: 'Coromandel Looms Ltd',
      numberOfBoards: '2',
      howDidYouHear: 'linkedin',
      whyInterested: 'To pass on what two boards have taught me.',
      preferredMeetingFormat: 'hybrid',
      agreeTerms: true,
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
}

function figure(page: Page, label: string) {
  return page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .first()
}

test('the dashboard shows a new nomination without a reload', async ({ page, request }) => {
  const listening = page.waitForResponse(
    (response) => response.url().endsWith('/api/realtime') && response.request().method() === 'POST',
  )
  await signIn(page, '/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(figure(page, 'Total Registrations')).toHaveText(/^[\d,]+$/)
  await expect(page.getByText(/ nominations? in the last 26 weeks/)).toBeVisible()
  await listening
  const before = Number((await figure(page, 'Total Registrations').innerText()).replace(',', ''))

  const name = `Vasanthi ${Date.now().toString(36)}`
  await nominate(request, name, freshEmail('vasanthi'))
  await expect(page.getByText(`${name} sent a nomination`)).toBeVisible()
  // Other tests of this worker may nominate too.
  await expect
    .poll(async () => Number((await figure(page, 'Total Registrations').innerText()).replace(',', '')))
    .toBeGreaterThan(before)
})

test('the charts can be read with the keyboard and as tables, and the tiles link to their screens', async ({
  page,
}) => {
  await signIn(page, '/admin')
  const weeks = page.getByRole('region', { name: 'Nominations per week' })
  const steps = weeks.getByRole('slider', { name: /Nominations per week/ })
  await expect(steps).toHaveAttribute('aria-valuetext', /: \d+ nominations?$/)
  const newest = await steps.getAttribute('aria-valuetext')
  await steps.press('ArrowLeft')
  await expect(steps).not.toHaveAttribute('aria-valuetext', newest ?? '')
  await steps.press('End')
  await expect(steps).toHaveAttribute('aria-valuetext', newest ?? '')

  await weeks.getByText('Show as a table').click()
  await expect(weeks.getByRole('row')).toHaveCount(27)
  const [week = '', value = ''] = (newest ?? '').split(': ')
  await expect(weeks.getByRole('row').last()).toContainText(week)
  await expect(weeks.getByRole('row').last()).toContainText(value.split(' ')[0] ?? '')
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('link', { name: /Create New Membership Tier/ }).click()
  await expect(page).toHaveURL(/\/admin\/memberships$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Membership Tiers' })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
})

test('the simple panel lists, searches, exports and logs out', async ({ page, request }) => {
  const name = `Yamini ${Date.now().toString(36)}`
  const email = freshEmail('yamini')
  await nominate(request, name, email)
  const draft = await request.post('/api/drafts', { data: { email: null, formData: { phone: '+91 98765 43210' } } })
  expect(draft.status()).toBe(200)

  await page.goto('/admin-old')
  await expect(page.getByText(/Sign in as demo with the password/)).toBeVisible()
  await signIn(page, '/admin-old')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeFocused()
  for (const label of ['Total Registrations', 'Draft Applications', 'This Week', 'Independent Directors'])
    await expect(figure(page, label)).toHaveText(/^[1-9]\d*$/)

  await page.getByLabel('Search registrations').fill(email)
  const registrations = page.getByRole('table', { name: 'Completed registrations' })
  await expect(registrations.getByRole('row')).toHaveCount(2)
  await expect(registrations).toContainText(name)
  await expect(registrations).toContainText('Independent director')
  await expect(page).toHaveURL(/search=/)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  await expect(page.getByText('Registration data has been downloaded')).toBeVisible()
  expect(file.suggestedFilename()).toMatch(/^registrations-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(name)
  expect(lines[1]).toContain('9876543210')

  await page.getByRole('link', { name: 'Draft Applications' }).click()
  await expect(page).toHaveURL(/\/admin-old\?tab=drafts$/)
  const drafts = page.getByRole('table', { name: 'Draft applications' })
  await expect(drafts.getByRole('row', { name: /priyanka\.nair/ })).toContainText(/73%.*Priyanka Nair.*Malabar/s)
  await expect(drafts.getByRole('row', { name: /Limited data available/ }).first()).toContainText('7%')
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
  await page.getByLabel('Search drafts').fill('nobody has this name')
  await expect(page.getByRole('heading', { name: 'No drafts match your search' })).toBeVisible()

  await page.route('**/api/registrations/export**', (route) => route.abort())
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText('Could not download registration data')).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Successfully logged out')).toBeVisible()
  await expect(page).toHaveURL(/\/admin-old$/)
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Username')).toBeVisible()
})
