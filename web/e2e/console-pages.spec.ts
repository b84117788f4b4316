import type { Page } from '@playwright/test'
import type { RouteObject } from 'react-router'
import { consoleRoutes } from '../src/app/console/routes'
import { screensOf } from '../src/app/console/screens'
import { paths } from '../src/lib/paths'
import { expect, test } from './site'
import { expectNoFaultsOfPageAndDialogs } from './walk'

/** What the test needs to know about a screen, in addition to its address. */
type Visit = {
  heading?: string | RegExp
  /** The query, such as a search: a few rows of the sample data are enough. */
  query?: string
  /** The id of a record to show. */
  id?: (page: Page) => Promise<string>
  /** Resolves when the screen's data is loaded. */
  settled?: (page: Page) => Promise<void>
}

const rows = (name: string) => async (page: Page) => {
  await expect(page.getByRole('table', { name }).getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByText(/^1–\d+ of /)).toBeVisible()
}
const words = (text: string | RegExp) => async (page: Page) => {
  await expect(page.getByText(text).first()).toBeVisible()
}
/** Filters a list that has no search in its URL, because visiting all 150 rows takes 20 seconds. */
const found = (label: string, text: string) => async (page: Page) => {
  await page.getByLabel(label).fill(text)
  await expect(page.getByRole('status').filter({ hasText: /^[1-9] texts$/ })).toBeVisible()
}

/** Waits for the answer of a query, for what is only shown if the answer has rows. */
const answered = (path: string) => async (page: Page) => {
  const isLoaded = () =>
    page.evaluate((path) => performance.getEntriesByType('resource').some(({ name }) => name.includes(path)), path)
  await expect.poll(isLoaded, path).toBe(true)
}

/** Returns the id of the first row of a list. */
const firstOf = (list: string) => async (page: Page) => {
  const [first] = (await (await page.request.get(list)).json()) as { id: string }[]
  if (!first) throw new Error(`${list} is empty`)
  return first.id
}

/** Starts a campaign's draft. */
async function campaign(page: Page): Promise<string> {
  const data = { name: 'Walked', segment: { match: 'all', conditions: [] } }
  const started = await page.request.post('/api/campaigns', { data })
  expect(started.status()).toBe(201)
  return (await started.json()).id
}

/** Runs a bulk action and waits until it is done. */
async function bulkAction(page: Page): Promise<string> {
  const ids = [await firstOf('/api/members/registered-users?search=padma')(page)]
  const data = { action: 'tag', tag: 'walk', ids, count: 1 }
  const started = await page.request.post('/api/bulk-actions', { data })
  expect(started.status()).toBe(201)
  return (await started.json()).id
}

const nomination = (state: string, text: string): Visit => ({
  id: firstOf(`/api/nominations?state=${state}`),
  settled: words(text),
})
const person: Visit = {
  heading: 'Padma Reddy',
  id: firstOf('/api/members/registered-users?search=padma'),
  settled: words('Show the transaction'),
}

// The oldest one is part of the demo. Other tests on the same server add more.
const boardSeat = (state: string) => firstOf(`/api/admin/board-seats?state=${state}&sort=createdAt`)
const poll = (state: string) => firstOf(`/api/admin/polls?state=${state}&sort=createdAt`)

const visits: Readonly<Record<string, readonly Visit[]>> = {
  [paths.admin]: [{ heading: 'Dashboard', settled: words(/ nominations in the last 26 weeks/) }],
  [paths.adminThisWeek]: [{ settled: words('New members to welcome') }],
  [paths.adminNominations]: [{ settled: rows('Nominations') }],
  [paths.adminNomination]: [
    nomination('submitted', 'The nomination was received.'),
    nomination('in_review', 'started the review of this nomination.'),
    nomination('info_requested', 'asked the applicant.'),
    nomination('approved', 'approved this nomination.'),
  ],
  [paths.adminContent]: [{ settled: answered('/api/texts/coverage') }],
  [paths.adminPictures]: [{ settled: answered('/api/pictures') }],
  [paths.adminRedirects]: [{ settled: words(/No redirects yet|Old address/) }],
  [paths.adminLanguage]: [{ id: async () => 'hi', heading: 'Hindi translations', settled: words(/texts translated/) }],
  [paths.adminMemberships]: [{ settled: words('Patron Membership') }],
  [paths.adminPayments]: [{ query: '?search=padma', settled: rows('Paid members') }],
  [paths.adminTransactions]: [
    { heading: 'Payment Tracking', query: '?search=padma', settled: rows('All transactions') },
  ],
  [paths.adminTransaction]: [
    {
      heading: /Padma Reddy/,
      id: firstOf('/api/transactions?search=padma&status=completed'),
      settled: words('History'),
    },
  ],
  [paths.adminUnknownPayments]: [{ heading: 'Payment Tracking', settled: words('match no transaction') }],
  [paths.adminOffline]: [{ heading: 'Payment Tracking', settled: words(/No offline payments yet|^1–\d+ of /) }],
  [paths.adminCoupons]: [{ heading: 'Payment Tracking', settled: words(/No coupons yet|^1–\d+ of /) }],
  [paths.adminBooks]: [{ settled: words('By state and rate') }],
  [paths.adminEInvoices]: [{ heading: 'Books', settled: words('E-invoices are off') }],
  [paths.adminReceipts]: [{ heading: 'Books', settled: words(/No receipts yet|^1–\d+ of /) }],
  [paths.adminSettlements]: [{ heading: 'Books', settled: words(/No settlements yet|^1–\d+ of /) }],
  // The sample data has no settlement.
  [paths.adminSettlement]: [{ id: async () => 'unknown', settled: words('Settlement not found') }],
  [paths.adminMembers]: [{ heading: 'Members', query: '?search=pune', settled: rows('Registered users') }],
  [paths.adminLeads]: [{ heading: 'Members', query: '?search=pune', settled: rows('Leads') }],
  [paths.adminPaidMembers]: [{ heading: 'Members', query: '?search=padma', settled: rows('Paid members') }],
  [paths.adminMember]: [person],
  [paths.adminPerson]: [person],
  [paths.adminBulks]: [{ settled: rows('Bulk actions') }],
  [paths.adminBulk]: [{ heading: 'Tag “walk”', id: bulkAction, settled: words('Finished: 1 person tagged') }],
  [paths.adminImport]: [{ settled: words('Imports') }],
  [paths.adminSessions]: [{ settled: rows('Sessions') }],
  [paths.adminSession]: [
    {
      heading: 'The succession of the chief executive',
      id: firstOf('/api/admin/events?search=chief'),
      settled: rows('Answers'),
    },
  ],
  [paths.adminCampaigns]: [{ settled: words(/No campaigns yet|^1–\d+ of /) }],
  [paths.adminCampaign]: [{ heading: 'Walked', id: campaign }],
  [paths.adminAutomations]: [{ heading: 'Email Campaigns', settled: words('Abandoned nomination') }],
  [paths.adminAutomation]: [
    { heading: 'Abandoned nomination', id: async () => 'draft-abandoned', settled: words('Continue your nomination') },
  ],
  [paths.adminSuppressions]: [{ heading: 'Email Campaigns', settled: words(/No suppressed addresses|^1–\d+ of /) }],
  [paths.adminEmailTexts]: [{ heading: 'Email Campaigns', settled: found('Search texts', 'Welcome') }],
  [paths.adminEmailText]: [{ heading: 'Welcome', id: async () => 'welcome', settled: words(/mail programs cut off/) }],
  [paths.adminEmails]: [{ heading: 'Email Campaigns', query: '?search=padma', settled: rows('Emails') }],
  [paths.adminEmail]: [
    {
      heading: 'Your payment has been received',
      id: firstOf('/api/emails?search=padma&kind=payment-confirmed'),
      settled: words('Delivery events'),
    },
  ],
  [paths.adminIntroductions]: [{ settled: rows('Introductions') }],
  [paths.adminReports]: [{ settled: rows('Reports') }],
  [paths.adminReport]: [
    { heading: 'A profile', id: firstOf('/api/admin/reports?state=open'), settled: words('What the reporter saw') },
    { heading: 'A board seat', id: firstOf('/api/admin/reports?state=decided'), settled: words('No action') },
  ],
  [paths.adminMentors]: [{ settled: words('Waiting for a mentor') }],
  [paths.adminBoardSeats]: [{ settled: words('Members interviewed or appointed') }],
  [paths.adminNewBoardSeat]: [{ settled: words('Members see it at once.') }],
  [paths.adminBoardSeat]: [
    { heading: 'Independent director', id: boardSeat('waiting'), settled: words('No member has shown interest yet.') },
    { heading: 'Independent director', id: boardSeat('filled'), settled: words('I ran the supply chain') },
  ],
  [paths.adminLibrary]: [{ settled: rows('Library') }],
  [paths.adminNewLibraryItem]: [{ settled: words('One tag on each line') }],
  [paths.adminLibraryCollections]: [{ settled: rows('Collections') }],
  [paths.adminLibraryCollection]: [
    { heading: /./, id: firstOf('/api/admin/library-collections'), settled: words('The item goes to the end') },
  ],
  [paths.adminLibraryItem]: [
    { heading: /./, id: firstOf('/api/admin/library'), settled: words('Pictures are not shown.') },
  ],
  [paths.adminPolls]: [{ settled: rows('Consultations') }],
  [paths.adminNewPoll]: [{ settled: words('One option on each line.') }],
  [paths.adminPoll]: [
    { heading: 'A code of conduct', id: poll('discussing'), settled: words('Chatham House Rule') },
    { heading: 'Disclosure of board', id: poll('voting'), settled: words('The vote then closes automatically.') },
    { heading: 'Women on the audit', id: poll('published'), settled: words('The circle has decided: Yes.') },
  ],
  [paths.adminPollMinute]: [
    { heading: 'Women on the audit', id: poll('published'), settled: words('The receipts of all votes') },
  ],
  [paths.adminApprovals]: [{ settled: rows('Approvals') }],
  [paths.adminAudit]: [{ query: '?search=padma', settled: rows('Audit log') }],
  [paths.adminSettings]: [{ settled: words('Marketing figures') }],
  [paths.adminReview]: [{ settled: words('Votes for an approval') }],
  [paths.adminTax]: [{ settled: words('GST rate') }],
  [paths.adminEmailFrame]: [{ settled: words(/mail programs cut off/) }],
  [paths.adminProviders]: [{ settled: words('Last successful call') }],
  [paths.adminWebhooks]: [{ settled: words(/No calls yet|^1–\d+ of /) }],
  [paths.adminBackups]: [{ settled: words('Nightly backups') }],
  [paths.adminJobs]: [{ settled: words('Sending emails') }],
  [paths.adminAdmins]: [{ settled: words('Farida Contractor') }],
  [paths.adminOwn]: [{ settled: words('Set up two-step sign-in') }],
}

/** The menu entries in parts, whose screens take about the same time. */
const parts: Readonly<Record<string, readonly string[]>> = {
  'the week, the dashboard and the nominations': ['This week', 'Dashboard', 'Nominations'],
  'the content, the tiers and the payments': ['Content Management', 'Membership Tiers', 'Payment Tracking', 'Books'],
  'the members, the approvals and the audit log': ['Members', 'Approvals', 'Audit log'],
  'the emails': ['Email Campaigns'],
  'the sessions, the reports and the board seats': ['Sessions', 'Reports', 'Board seats'],
  'the introductions, the mentors, the polls and the library': ['Introductions', 'Mentors', 'Polls', 'Library'],
  'the settings': ['Settings'],
}

const entryOf = ({ handle }: RouteObject): string => handle.menu.label

type Stop = Required<Omit<Visit, 'id' | 'query'>> & { path: string }

/** The addresses of the screens below some menu entries, one for each visit. */
async function stopsOf(page: Page, entries: readonly string[]): Promise<readonly Stop[]> {
  const stops: Stop[] = []
  for (const { path, title } of screensOf(consoleRoutes.filter((route) => entries.includes(entryOf(route)))))
    for (const { heading, query = '', id, settled = async () => {} } of visits[path] ?? [{}]) {
      const isRecord = path.includes(':')
      if (isRecord && !id) throw new Error(`${path} needs a visit with an id`)
      stops.push({
        path: path.replace(/:\w+/, (await id?.(page)) ?? '') + query,
        heading: heading ?? (isRecord ? /./ : title),
        settled,
      })
    }
  return stops
}

/** Pages for admins that are not screens of the console. */
const otherStops: readonly Stop[] = [
  { path: '/admin-old?search=nandini', heading: 'Admin Panel', settled: rows('Completed registrations') },
  { path: '/admin-old?tab=drafts', heading: 'Admin Panel', settled: rows('Draft applications') },
  { path: '/admin/no-such-screen', heading: /./, settled: async () => {} },
]

async function signIn(page: Page): Promise<void> {
  const answer = await page.request.post('/api/admin/login', {
    data: { username: 'demo', password: 'Boardcircle-Demo-1' },
  })
  expect(answer.status()).toBe(200)
}

test('the tests below visit every menu entry', () => {
  expect(Object.values(parts).flat().sort()).toEqual(consoleRoutes.map(entryOf).sort())
})

for (const [part, entries] of Object.entries(parts))
  test(`${part} are accessible with the keyboard, and at each width in both themes`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page)
    const stops = [...(await stopsOf(page, entries)), ...(entries.includes('Dashboard') ? otherStops : [])]
    for (const [index, { path, heading, settled }] of stops.entries()) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await settled(page)
      await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0)
      // The navigation is the same on each screen, so Tab goes through it only once.
      await expectNoFaultsOfPageAndDialogs(page, index === 0 ? 'top' : 'content')
    }
  })

test('a text that was being written survives the end of the session', async ({ page, context }) => {
  await signIn(page)
  const [first] = (await (await page.request.get('/api/nominations?state=in_review')).json()) as { id: string }[]
  await page.goto(`/admin/nominations/${first?.id}`)
  await page.getByLabel('New note').fill('She chairs two audit committees.')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Console' })).toHaveCount(0)
  await page.getByLabel('Username').fill('demo')
  await page.getByLabel('Password', { exact: true }).fill('Boardcircle-Demo-1')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('New note')).toHaveValue('She chairs two audit committees.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'She chairs two audit committees.' })).toBeVisible()
})
