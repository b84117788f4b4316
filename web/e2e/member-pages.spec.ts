import type { Page } from '@playwright/test'
import { knownPages } from '../src/app/page'
import { routes } from '../src/app/routes'
import { paths } from '../src/lib/paths'
import { signedIn } from './buyer'
import { expect, freshEmail, test } from './site'
import { expectNoFaultsOfPageAndDialogs } from './walk'

/** A text that a page shows when its data is loaded, and the id of the record to show. */
type Visit = { settled: string | RegExp; id?: (page: Page) => Promise<string> }

/** Returns the id of a record in the answer of a request, found by a text in it. */
const idIn = (list: string, text: string) => async (page: Page) => {
  const answer = await (await page.request.get(list)).json()
  const rows: { id: string }[] = Array.isArray(answer) ? answer : Object.values(answer).flat()
  const found = rows.find((row) => JSON.stringify(row).includes(text))
  if (!found) throw new Error(`${list} has nothing with ${text}`)
  return found.id
}

const person = (name: string) => idIn('/api/directory?perPage=100', name)
const session = (title: string) => idIn('/api/events?perPage=100', title)
const introduction = (name: string) => idIn('/api/introductions', name)
const poll = (title: string) => idIn('/api/polls', title)

type Visits = Readonly<Record<string, readonly Visit[]>>

const accountVisits: Visits = {
  [paths.account]: [{ settled: 'Next step' }],
  [paths.accountProfile]: [{ settled: 'Short biography' }],
  [paths.accountBilling]: [{ settled: 'Invoices and credit notes' }],
  [paths.accountSecurity]: [{ settled: 'This session' }],
  [paths.accountEmails]: [{ settled: 'Receipts, invoices and refunds' }],
  [paths.accountCard]: [{ settled: 'Nothing is charged today' }],
}

const circleVisits: Visits = {
  [paths.circle]: [{ settled: /^New since/ }],
  [paths.circleSessions]: [{ settled: 'Coming up' }],
  [paths.circleSession]: [
    { id: session('At the board table'), settled: 'Join the waiting list' },
    { id: session('Cyber risk'), settled: 'Watch the recording' },
  ],
  [paths.circleDirectory]: [{ settled: 'Aditi Chatterjee' }],
  [paths.circlePerson]: [{ id: person('Geeta Malhotra'), settled: 'Ask for an introduction' }],
  [paths.circleProfile]: [{ settled: 'How members see you' }],
  [paths.circleIntroductions]: [{ settled: 'Lata Bhattacharya' }],
  [paths.circleIntroduction]: [
    { id: introduction('Pushpa Chaudhary'), settled: 'solar company' },
    { id: introduction('Zarine Mistry'), settled: 'Waiting for the answer' },
    { id: introduction('Lata Bhattacharya'), settled: 'Write to Lata Bhattacharya' },
  ],
  [paths.circleMentors]: [{ settled: 'Ambika Pai' }],
  [paths.circleMentorGuide]: [{ settled: 'One hour together' }],
  [paths.circleSeats]: [{ settled: 'Ends within six months' }],
  [paths.circleNewSeat]: [{ settled: 'Send to the office' }],
  [paths.circleSeat]: [{ id: idIn('/api/board-seats', 'Aravalli'), settled: 'Aravalli Diagnostics Ltd' }],
  [paths.circlePolls]: [{ settled: 'A code of conduct' }],
  [paths.circlePoll]: [
    { id: poll('A code of conduct'), settled: 'Discussion' },
    { id: poll('Disclosure of board'), settled: 'Which form of disclosure shall the circle propose?' },
    { id: poll('Women on the audit'), settled: 'Result' },
  ],
  [paths.circlePollMinute]: [{ id: poll('Women on the audit'), settled: 'Print' }],
  [paths.circleLibrary]: [{ settled: 'Terms and cooling-off' }],
  [paths.circleLibraryItem]: [{ id: idIn('/api/library', 'Terms and cooling-off'), settled: 'Two terms' }],
  [paths.circleLibraryCollection]: [
    { id: idIn('/api/library-collections', 'Your first year on a board'), settled: 'Four pieces' },
  ],
}

/** Tests each page after a sign-in. The header is the same on each page, so Tab goes through it only on the first. */
function testPages(whose: string, visits: Visits, signIn: (page: Page) => Promise<void>): void {
  const stops = Object.entries(visits).flatMap(([path, list]) => list.map((visit, at) => ({ path, at, ...visit })))
  for (const [index, { path, at, id, settled }] of stops.entries()) {
    const name = at === 0 ? path : `${path}, visit ${at + 1},`
    test(`${name} of ${whose} is accessible with the keyboard, and at each width in both themes`, {
      tag: '@sweep',
    }, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await signIn(page)
      await page.goto(path.replace(/:\w+/, (await id?.(page)) ?? ''))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('main').getByText(settled).first(), path).toBeVisible()
      await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0)
      await expectNoFaultsOfPageAndDialogs(page, index === 0 ? 'top' : 'content')
    })
  }
}

async function signIn(page: Page): Promise<void> {
  const data = { email: 'meera.krishnan@sample.example', password: 'Boardcircle-Demo-1' }
  expect((await page.request.post('/api/login', { data })).status()).toBe(200)
}

test('the tests below visit every page for members', () => {
  const forMembers = knownPages(routes).filter(({ path }) => /^\/(account|circle)\b/.test(path))
  expect(Object.keys({ ...accountVisits, ...circleVisits }).sort()).toEqual(forMembers.map(({ path }) => path).sort())
})

testPages('a member', accountVisits, signIn)
testPages('a member', circleVisits, signIn)
testPages(
  'a new account',
  {
    [paths.account]: [{ settled: 'No membership yet' }],
    [paths.accountBilling]: [{ settled: 'Billing' }],
    [paths.nomination]: [{ settled: 'Your nomination' }],
  },
  async (page) => void (await signedIn(page, freshEmail('axe'))),
)
