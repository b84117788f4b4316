import type { Browser, Page } from '@playwright/test'
import { accessibilityViolations, overflows } from './faults'
import { faultsOfTheWalk } from './keys'
import { signInWithNewPassword } from './member'
import { expect, openSite, type Site, test } from './site'

const password = 'Boardcircle-Demo-1'

async function open(browser: Browser, site: Site): Promise<Page> {
  return (await browser.newContext({ baseURL: site.url })).newPage()
}

async function isWithoutFault(page: Page): Promise<void> {
  expect.soft(await accessibilityViolations(page), page.url()).toEqual([])
  expect.soft(await faultsOfTheWalk(page, 'content'), page.url()).toEqual([])
  expect.soft(await overflows(page), page.url()).toEqual([])
}

/** Sends a report in the open dialog and closes the acknowledgement. */
async function sendReport(page: Page, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').selectOption(reason)
  await dialog.getByLabel('What happened').fill('Please look at this.')
  await dialog.getByRole('button', { name: 'Send the report' }).click()
  await expect(dialog.getByText('The office decides by')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
}

/** Opens the report of a member in the console and decides about it. */
async function decide(office: Page, report: RegExp, decision: string, message: string): Promise<void> {
  await office.goto('/admin/reports')
  await office.getByRole('link', { name: report }).click()
  await office.getByRole('button', { name: 'Decide' }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByLabel('Decision').selectOption(decision)
  await dialog.getByLabel('Reason, for the office only').fill('We have read it with a second person.')
  await dialog.getByLabel('Message to the reported member').fill(message)
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await expect(office.getByText('The report is decided')).toBeVisible()
}

test('a member reports a message and a profile, and the office removes both', async ({ browser }) => {
  // The test suspends a profile of the demo, so it has a server of its own.
  const site = await openSite()
  try {
    const reporter = await open(browser, site)
    const reported = await open(browser, site)
    const office = await open(browser, site)
    const meera = { email: 'meera.krishnan@sample.example', password }
    expect((await reporter.request.post('/api/login', { data: meera })).status()).toBe(200)
    const admin = { username: 'demo', password }
    expect((await office.request.post('/api/admin/login', { data: admin })).status()).toBe(200)

    await test.step('the member reports a message, and their own has no button', async () => {
      await reporter.goto('/circle/introductions')
      await reporter.getByRole('link', { name: 'Padma Reddy' }).click()
      const messages = reporter.getByRole('list', { name: 'Messages with Padma Reddy' })
      await expect(messages.getByRole('listitem')).toHaveCount(3)
      await expect(messages.getByRole('button', { name: /^Report/ })).toHaveCount(2)
      await messages.getByRole('button', { name: /Wednesday at four it is/ }).click()
      await expect(reporter.getByRole('dialog').getByText(/Padma Reddy may guess it/)).toBeVisible()
      expect(await accessibilityViolations(reporter)).toEqual([])
      expect(await overflows(reporter)).toEqual([])
      await sendReport(reporter, 'Harassment or insults')
      const { text } = await site.mail(meera.email, /We have received your report/)
      expect(text).not.toContain('Padma')
    })

    await test.step('the office has 36 hours, sees a copy and removes the message', async () => {
      const { text } = await site.mail(
        'farida.contractor@sample.example',
        /A member has reported a message: harassment/,
      )
      expect(text).not.toContain('Wednesday')
      await office.goto('/admin/reports')
      const row = office.getByRole('row', { name: /A message of Padma Reddy/ })
      await expect(row).toContainText('Open')
      await row.getByRole('link').click()
      await expect(office.getByText('Wednesday at four it is. I am looking forward to it.')).toBeVisible()
      const [from, until] = await Promise.all(
        ['Reported', 'Decide by'].map((label) =>
          office.locator(`dt:text-is("${label}") + dd time`).getAttribute('datetime'),
        ),
      )
      expect(Date.parse(until ?? '') - Date.parse(from ?? '')).toBe(36 * 3_600_000)
      expect(await accessibilityViolations(office)).toEqual([])
      await decide(office, /A message of Padma Reddy/, 'Remove the content', 'Please keep to the subject.')
      await expect(office.getByText('Wednesday at four it is. I am looking forward to it.')).toBeVisible()
    })

    await test.step('both see that the office has removed the message, and only its author why', async () => {
      const { text } = await site.mail('padma.reddy@sample.example', /A message from the office about your message/)
      expect(text).toContain('Please keep to the subject.')
      expect(text).not.toContain('Meera')
      await site.mail(meera.email, /The office has decided about your report/)
      await signInWithNewPassword(reported, site, 'padma.reddy@sample.example')
      await reported.goto('/circle/introductions')
      await reported.getByRole('link', { name: 'Meera Krishnan' }).click()
      await reporter.reload()
      for (const [page, other] of [
        [reporter, 'Padma Reddy'],
        [reported, 'Meera Krishnan'],
      ] as const) {
        const messages = page.getByRole('list', { name: `Messages with ${other}` })
        await expect(messages.getByText('This message was removed by the office.')).toBeVisible()
        await expect(messages.getByText('Wednesday at four it is')).toHaveCount(0)
      }
      await isWithoutFault(reporter)
    })

    await test.step('the member reports a profile, which the office suspends', async () => {
      await reporter.goto('/circle/directory?search=padma')
      await reporter.getByRole('link', { name: 'Padma Reddy' }).click()
      await expect(reporter.getByRole('heading', { level: 1, name: 'Padma Reddy' })).toBeVisible()
      await expect(reporter).toHaveURL(/\/circle\/directory\/\w+$/)
      const profile = reporter.url()
      await reporter.getByRole('button', { name: 'Report the profile of Padma Reddy' }).click()
      await sendReport(reporter, 'Advertising or spam')
      await decide(office, /A profile of Padma Reddy/, 'Remove the content', 'Please describe your own work only.')
      await reporter.goto(profile)
      await expect(reporter.getByText('This person is not in the directory')).toBeVisible()
      await site.mail('padma.reddy@sample.example', /A message from the office about your profile/)
      await reporter.goto('/circle/introductions')
      await reporter.getByRole('link', { name: 'A member' }).click()
      await expect(reporter.getByText('You can only read this conversation')).toBeVisible()
      await expect(reporter.getByRole('list', { name: 'Messages with the other member' })).toBeVisible()
      await expect(reporter.getByRole('button', { name: /^Report the message/ }).first()).toBeVisible()
      await expect(reporter.getByText('Padma')).toHaveCount(0)
      await isWithoutFault(reporter)
      await reported.goto('/circle/profile')
      await expect(reported.getByText('Your profile is suspended')).toBeVisible()
      expect(await accessibilityViolations(reported)).toEqual([])
    })

    await test.step('the office lifts the suspension, and the member publishes the profile again', async () => {
      await office.getByRole('button', { name: 'Lift the suspension' }).click()
      await office.getByRole('dialog').getByRole('button', { name: 'Lift the suspension' }).click()
      await expect(office.getByText('The suspension is lifted')).toBeVisible()
      await site.mail('padma.reddy@sample.example', /You can publish your directory profile again/)
      await reported.reload()
      await reported.getByRole('checkbox', { name: /I agree that members/ }).check()
      await reported.getByRole('button', { name: 'Publish my profile' }).click()
      await expect(reported.getByText('Your profile is published').first()).toBeVisible()
      await reporter.reload()
      await expect(reporter.getByRole('heading', { level: 1, name: 'Padma Reddy' })).toBeVisible()
    })
  } finally {
    await site.close()
  }
})
