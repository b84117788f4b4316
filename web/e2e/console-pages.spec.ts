import type { Page } from '@playwright/test'
import { accessibilityViolations, overflows } from './faults'
import { faultsOfTheWalk } from './keys'
import { expect, test } from './site'

type Screen = {
  path: string
  heading: string | RegExp
  /** Resolves when the screen's data is loaded. */
  settled: (page: Page) => Promise<void>
}

const rows = (name: string) => async (page: Page) => {
  await expect(page.getByRole('table', { name }).getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByText(/^1–\d+ of /)).toBeVisible()
}
const words = (text: string | RegExp) => async (page: Page) => {
  await expect(page.getByText(text).first()).toBeVisible()
}

async function idOf(page: Page, path: string): Promise<string> {
  const [first] = (await (await page.request.get(path)).json()) as { id: string }[]
  return first?.id ?? ''
}

const nomination = async (page: Page, state: string) =>
  `/admin/nominations/${await idOf(page, `/api/nominations?state=${state}`)}`

/** Runs a bulk action and waits until it is done. */
async function bulkAction(page: Page): Promise<string> {
  const ids = [await idOf(page, '/api/members/registered-users?search=padma')]
  const data = { action: 'tag', tag: 'walk', ids, count: 1 }
  const started = await page.request.post('/api/bulk-actions', { data })
  expect(started.status()).toBe(201)
  return `/admin/people/bulk/${(await started.json()).id}`
}

/** Every screen of the console, and the simple panel, with part of the sample data: a few rows are enough. */
const parts: Readonly<Record<string, (page: Page) => Promise<readonly Screen[]>>> = {
  'the dashboard and the nominations': async (page) => [
    { path: '/admin', heading: 'Dashboard', settled: words(/ nominations in the last 26 weeks/) },
    { path: '/admin/nominations', heading: 'Nominations', settled: rows('Nominations') },
    { path: await nomination(page, 'submitted'), heading: /./, settled: words('The nomination was received.') },
    { path: await nomination(page, 'in_review'), heading: /./, settled: words('took it into review.') },
    { path: await nomination(page, 'info_requested'), heading: /./, settled: words('asked the applicant.') },
    { path: await nomination(page, 'approved'), heading: /./, settled: words('approved it.') },
    { path: '/admin-old?search=nandini', heading: 'Admin Panel', settled: rows('Completed registrations') },
    { path: '/admin-old?tab=drafts', heading: 'Admin Panel', settled: rows('Draft applications') },
  ],
  'the content, the tiers and the payments': async (page) => [
    { path: '/admin/content', heading: 'Content Management', settled: words('Where you have not written a text') },
    { path: '/admin/memberships', heading: 'Membership Tiers', settled: words('Patron Membership') },
    { path: '/admin/payments?search=padma', heading: 'Payment Tracking', settled: rows('Paid members') },
    {
      path: '/admin/payments/transactions?search=padma',
      heading: 'Payment Tracking',
      settled: rows('All transactions'),
    },
    {
      path: `/admin/payments/transactions/${await idOf(page, '/api/transactions?search=padma&status=completed')}`,
      heading: /Padma Reddy/,
      settled: words('What has happened'),
    },
    { path: '/admin/payments/unknown', heading: 'Payment Tracking', settled: words('match no transaction') },
    {
      path: '/admin/payments/offline',
      heading: 'Payment Tracking',
      settled: words(/No offline payments yet|^1–\d+ of /),
    },
    { path: '/admin/payments/coupons', heading: 'Payment Tracking', settled: words(/No coupons yet|^1–\d+ of /) },
    { path: '/admin/books', heading: 'Books', settled: words('By state and rate') },
    { path: '/admin/books/e-invoices', heading: 'Books', settled: words('E-invoices are off') },
    { path: '/admin/books/receipts', heading: 'Books', settled: words(/No receipts yet|^1–\d+ of /) },
    { path: '/admin/books/settlements', heading: 'Books', settled: words(/No settlements yet|^1–\d+ of /) },
    { path: '/admin/no-such-screen', heading: /./, settled: async () => {} },
  ],
  'the members, the emails and the audit log': async (page) => [
    { path: '/admin/members?search=pune', heading: 'Members', settled: rows('Registered users') },
    { path: '/admin/members/leads?search=pune', heading: 'Members', settled: rows('Leads') },
    { path: '/admin/members/paid?search=padma', heading: 'Members', settled: rows('Paid members') },
    {
      path: `/admin/members/${await idOf(page, '/api/members/registered-users?search=padma')}`,
      heading: 'Padma Reddy',
      settled: words('Show the transaction'),
    },
    { path: '/admin/people/bulk', heading: 'Bulk actions', settled: rows('Bulk actions') },
    { path: await bulkAction(page), heading: 'Tag “walk”', settled: words('Finished: 1 person tagged') },
    { path: '/admin/members/import', heading: 'Import legacy members', settled: words('Imports so far') },
    { path: '/admin/campaigns', heading: 'Email Campaigns', settled: words(/No campaigns yet|^1–\d+ of /) },
    { path: '/admin/automations', heading: 'Email Campaigns', settled: words('Abandoned nomination') },
    {
      path: '/admin/automations/draft-abandoned',
      heading: 'Abandoned nomination',
      settled: words('Continue your nomination'),
    },
    { path: '/admin/suppressions', heading: 'Email Campaigns', settled: words(/No suppressed addresses|^1–\d+ of /) },
    { path: '/admin/email-texts', heading: 'Email Campaigns', settled: words('Abandoned nomination') },
    { path: '/admin/email-texts/welcome', heading: 'Welcome', settled: words(/mail programs cut off/) },
    { path: '/admin/emails?search=padma', heading: 'Email Campaigns', settled: rows('Emails') },
    {
      path: `/admin/emails/${await idOf(page, '/api/emails?search=padma&kind=payment-confirmed')}`,
      heading: 'Your payment has been received',
      settled: words('Delivery events'),
    },
    { path: '/admin/approvals', heading: 'Approvals', settled: words('No requests') },
    { path: '/admin/audit?search=padma', heading: 'Audit log', settled: rows('Audit log') },
  ],
  'the settings': async () => [
    { path: '/admin/settings', heading: 'Settings', settled: words('Marketing figures') },
    { path: '/admin/settings/review', heading: 'Review & purchase', settled: words('Votes for an approval') },
    { path: '/admin/settings/tax', heading: 'Tax & supplier', settled: words('GST rate') },
    { path: '/admin/settings/emails', heading: 'Look of emails', settled: words(/mail programs cut off/) },
    { path: '/admin/settings/providers', heading: 'Providers', settled: words('Last successful call') },
    { path: '/admin/settings/webhooks', heading: 'Webhooks', settled: words(/has not called yet|^1–\d+ of /) },
    { path: '/admin/settings/backups', heading: 'Backups', settled: words('Every night') },
    { path: '/admin/settings/jobs', heading: 'Background work', settled: words('Sending emails') },
    { path: '/admin/settings/admins', heading: 'Administrators', settled: words('Farida Contractor') },
    { path: '/admin/settings/account', heading: 'Your account', settled: words('Set up two-step sign-in') },
  ],
}

async function signIn(page: Page): Promise<void> {
  const answer = await page.request.post('/api/admin/login', {
    data: { username: 'demo', password: 'Boardcircle-Demo-1' },
  })
  expect(answer.status()).toBe(200)
}

for (const [part, screens] of Object.entries(parts))
  test(`${part} are without fault for readers in both themes, for the keyboard, and on a telephone`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page)
    for (const [index, { path, heading, settled }] of (await screens(page)).entries()) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await settled(page)
      await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0)
      expect.soft(await accessibilityViolations(page), path).toEqual([])
      // The navigation is the same on each screen, so it is walked only once.
      expect.soft(await faultsOfTheWalk(page, index === 0 ? 'top' : 'content'), path).toEqual([])
      await expect.soft.poll(() => overflows(page), path).toEqual([])
    }
  })

test('a session that ends in the middle of a text does not take the text with it', async ({ page, context }) => {
  await signIn(page)
  const [first] = (await (await page.request.get('/api/nominations?state=in_review')).json()) as { id: string }[]
  await page.goto(`/admin/nominations/${first?.id}`)
  await page.getByLabel('New note').fill('She chairs two audit committees.')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Add the note' }).click()
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Console' })).toHaveCount(0)
  await page.getByLabel('Username').fill('demo')
  await page.getByLabel('Password', { exact: true }).fill('Boardcircle-Demo-1')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('New note')).toHaveValue('She chairs two audit committees.')
  await page.getByRole('button', { name: 'Add the note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'She chairs two audit committees.' })).toBeVisible()
})
