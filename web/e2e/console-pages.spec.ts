import type { Page } from '@playwright/test'
import { consoleRoutes } from '../src/app/console/routes'
import { screensOf } from '../src/app/console/screens'
import { consolePaths } from '../src/lib/console-paths'
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
  await expect(page.getByText(/^1–[1-9] of /)).toBeVisible()
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
  [consolePaths.nominations]: [{ settled: rows('Nominations') }],
  [consolePaths.nomination]: [
    nomination('submitted', 'The nomination was received.'),
    nomination('in_review', 'started the review of this nomination.'),
    nomination('info_requested', 'asked the applicant.'),
    nomination('approved', 'approved this nomination.'),
  ],
  [consolePaths.content]: [{ settled: answered('/api/texts/coverage') }],
  [consolePaths.sections]: [{ heading: 'Content Management', settled: answered('/api/cms/content') }],
  [consolePaths.pictures]: [{ settled: answered('/api/pictures') }],
  [consolePaths.redirects]: [{ settled: words(/No redirects yet|Old address/) }],
  [consolePaths.language]: [
    { id: async () => 'hi', heading: 'Hindi translations', settled: words(/texts translated/) },
  ],
  [consolePaths.memberships]: [{ settled: words('Patron Membership') }],
  [consolePaths.payments]: [{ query: '?search=padma', settled: rows('Paid members') }],
  [consolePaths.transactions]: [
    { heading: 'Payment Tracking', query: '?search=padma', settled: rows('All transactions') },
    { heading: 'Payment Tracking', query: '?part=unknown', settled: words('have paid for no transaction') },
    {
      heading: 'Payment Tracking',
      query: '?part=offline',
      settled: words(/No offline payments yet|^1–\d+ of /),
    },
  ],
  [consolePaths.transaction]: [
    {
      heading: /Padma Reddy/,
      id: firstOf('/api/transactions?search=padma&status=completed'),
      settled: words('History'),
    },
  ],
  [consolePaths.coupons]: [{ settled: words(/No coupons yet|^1–\d+ of /) }],
  [consolePaths.books]: [{ settled: words('By state and rate') }],
  [consolePaths.eInvoices]: [{ heading: 'Books', settled: words('E-invoices are off') }],
  [consolePaths.receipts]: [{ heading: 'Books', settled: words(/No receipts yet|^1–\d+ of /) }],
  [consolePaths.settlements]: [{ heading: 'Books', settled: words(/No settlements yet|^1–\d+ of /) }],
  // The sample data has no settlement.
  [consolePaths.settlement]: [{ id: async () => 'unknown', settled: words('Settlement not found') }],
  [consolePaths.members]: [{ heading: 'Members', query: '?search=pune', settled: rows('Registered users') }],
  [consolePaths.leads]: [{ heading: 'Members', query: '?search=pune', settled: rows('Leads') }],
  [consolePaths.paidMembers]: [{ heading: 'Members', query: '?search=padma', settled: rows('Paid members') }],
  [consolePaths.person]: [person],
  [consolePaths.bulks]: [{ settled: words(/No bulk actions yet|^1–\d+ of /) }],
  [consolePaths.bulk]: [{ heading: 'Tag “walk”', id: bulkAction, settled: words('Finished: 1 person tagged') }],
  [consolePaths.import]: [{ settled: words('Imports') }],
  [consolePaths.sessions]: [{ settled: rows('Sessions') }],
  [consolePaths.session]: [
    {
      heading: 'The succession of the chief executive',
      id: firstOf('/api/admin/events?search=chief'),
      settled: rows('Answers'),
    },
  ],
  [consolePaths.campaigns]: [{ settled: words(/No campaigns yet|^1–\d+ of /) }],
  [consolePaths.campaign]: [{ heading: 'Walked', id: campaign, settled: words(/mail programs cut off/) }],
  [consolePaths.automation]: [
    { heading: 'Abandoned nomination', id: async () => 'draft-abandoned', settled: words('Continue your nomination') },
  ],
  [consolePaths.emailTexts]: [{ heading: 'Email Campaigns', settled: found('Search texts', 'Welcome') }],
  [consolePaths.emailText]: [
    { heading: 'Welcome', id: async () => 'welcome', settled: words(/mail programs cut off/) },
  ],
  [consolePaths.emails]: [
    { heading: 'Email Campaigns', query: '?search=padma', settled: rows('Emails') },
    {
      heading: 'Email Campaigns',
      query: '?part=suppressed',
      settled: words(/No suppressed addresses|^1–\d+ of /),
    },
  ],
  [consolePaths.email]: [
    {
      heading: 'Your payment has been received',
      id: firstOf('/api/emails?search=padma&kind=payment-confirmed'),
      settled: words('Delivery events'),
    },
  ],
  [consolePaths.introductions]: [{ settled: rows('Introductions') }],
  [consolePaths.reports]: [{ settled: rows('Reports') }],
  [consolePaths.report]: [
    { heading: 'A profile', id: firstOf('/api/admin/reports?state=open'), settled: words('What the reporter saw') },
    { heading: 'A board seat', id: firstOf('/api/admin/reports?state=decided'), settled: words('No action') },
  ],
  [consolePaths.mentors]: [{ settled: words('Waiting for a mentor') }],
  [consolePaths.boardSeats]: [{ settled: words('Members interviewed or appointed') }],
  [consolePaths.newBoardSeat]: [{ settled: words('Members see it at once.') }],
  [consolePaths.boardSeat]: [
    { heading: 'Independent director', id: boardSeat('waiting'), settled: words('No member has shown interest yet.') },
    { heading: 'Independent director', id: boardSeat('filled'), settled: words('I ran the supply chain') },
  ],
  [consolePaths.library]: [{ settled: rows('Library') }],
  [consolePaths.newLibraryItem]: [{ settled: words('One tag on each line') }],
  [consolePaths.libraryCollections]: [{ settled: rows('Collections') }],
  [consolePaths.libraryCollection]: [
    { heading: /./, id: firstOf('/api/admin/library-collections'), settled: words('The item goes to the end') },
  ],
  [consolePaths.libraryItem]: [
    { heading: /./, id: firstOf('/api/admin/library'), settled: words('Pictures are not shown.') },
  ],
  [consolePaths.polls]: [{ settled: rows('Consultations') }],
  [consolePaths.newPoll]: [{ settled: words('One option on each line.') }],
  [consolePaths.poll]: [
    { heading: 'A code of conduct', id: poll('discussing'), settled: words('Chatham House Rule') },
    { heading: 'Disclosure of board', id: poll('voting'), settled: words('The vote then closes automatically.') },
    { heading: 'Women on the audit', id: poll('published'), settled: words('The circle has decided: Yes.') },
  ],
  [consolePaths.pollMinute]: [
    { heading: 'Women on the audit', id: poll('published'), settled: words('The receipts of all votes') },
  ],
  [consolePaths.approvals]: [{ settled: rows('Approvals') }],
  [consolePaths.audit]: [{ query: '?search=padma', settled: rows('Audit log') }],
  [consolePaths.settings]: [{ settled: words(/mail programs cut off/) }],
  [consolePaths.modules]: [{ settled: words('Directory, introductions and mentors') }],
  [consolePaths.review]: [{ settled: words('Votes for an approval') }],
  [consolePaths.tax]: [{ settled: words('GST rate') }],
  [consolePaths.backups]: [{ settled: words('Nightly backups') }],
  [consolePaths.health]: [{ settled: words('Sending emails') }],
  [consolePaths.admins]: [{ settled: words('Farida Contractor') }],
  [consolePaths.own]: [{ settled: words('Set up two-step sign-in') }],
}

/** One visit to a screen of the console or to another page for admins. */
type Stop = { name: string; path: string } & Visit

/** The screens of the console, one stop for each visit. */
const consoleStops: readonly Stop[] = consoleRoutes
  .flatMap(({ children = [] }) => screensOf(children))
  .flatMap(({ path, title }) =>
    (visits[path] ?? [{}]).map((visit, at) => ({
      heading: path.includes(':') ? /./ : title,
      ...visit,
      name: at === 0 ? path : `${path}, visit ${at + 1}`,
      path,
    })),
  )

/** Pages for admins that are not screens of the console. */
const otherStops: readonly Stop[] = [
  { path: '/admin-old', query: '?search=nandini', heading: 'Admin Panel', settled: rows('Completed registrations') },
  { path: '/admin-old', query: '?tab=drafts', heading: 'Admin Panel', settled: rows('Draft applications') },
  { path: '/admin/no-such-screen', heading: /./ },
].map((stop) => ({ ...stop, name: stop.path + (stop.query ?? '') }))

async function signIn(page: Page): Promise<void> {
  const answer = await page.request.post('/api/admin/login', {
    data: { username: 'demo', password: 'Boardcircle-Demo-1' },
  })
  expect(answer.status()).toBe(200)
}

test('each visit belongs to a screen of the console', () => {
  const screens = consoleStops.map(({ path }) => path)
  expect(Object.keys(visits).filter((path) => !screens.includes(path))).toEqual([])
})

for (const { name, path, query = '', id, heading = /./, settled } of [...consoleStops, ...otherStops])
  test(`${name} is accessible with the keyboard, and at each width in both themes`, { tag: '@sweep' }, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page)
    if (path.includes(':') && !id) throw new Error(`${path} needs a visit with an id`)
    await page.goto(path.replace(/:\w+/, (await id?.(page)) ?? '') + query)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await settled?.(page)
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0)
    // A preview that loads while it has the focus loses it.
    await Promise.all(page.frames().map((frame) => frame.waitForLoadState()))
    // The navigation is the same on each screen, so Tab goes through it only once.
    await expectNoFaultsOfPageAndDialogs(page, path === paths.admin ? 'top' : 'content')
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
