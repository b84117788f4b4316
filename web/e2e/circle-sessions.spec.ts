import ICAL from 'ical.js'
import { openConsole } from './console'
import { accessibilityViolations, overflows } from './faults'
import { expect, test } from './site'

const member = 'meera.krishnan@sample.example'
const password = 'Boardcircle-Demo-1'

/** A date and a time in India some days ahead, as a datetime-local input has it. */
const ahead = (days: number) =>
  `${new Date(Date.now() + days * 86_400_000 + 5.5 * 3_600_000).toISOString().slice(0, 10)}T18:30`

test('the office publishes a session, a member answers it, and is told that it moves and is cancelled', async ({
  page,
  site,
  browser,
}) => {
  await openConsole(page, '/admin/sessions', 'Sessions')
  await page.getByRole('link', { name: 'Create a session' }).first().click()
  await page.getByRole('textbox', { name: /^Title/ }).fill('Reading an audit report')
  await page.getByRole('textbox', { name: /^Host/ }).fill('Asha Rao')
  await page.getByRole('button', { name: 'Add a speaker' }).click()
  await page.getByRole('textbox', { name: /^Name/ }).fill('Bina Shah')
  await page.getByLabel(/^Start/).fill(ahead(20))
  await page.getByRole('textbox', { name: /^Meeting address/ }).fill('https://meet.example.com/secret')
  await page.getByRole('button', { name: 'Create the draft' }).click()
  await expect(page.getByRole('heading', { name: 'Reading an audit report' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('0 of 50')).toBeVisible()
  await expect(page.getByText('An address is stored and is never shown.')).toBeVisible()

  const own = await browser.newContext()
  const circle = await own.newPage()
  await own.request.post(`${site.url}/api/login`, { data: { email: member, password } })
  await circle.goto(`${site.url}/circle/sessions`)
  await expect(circle.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible()
  await circle.getByRole('link', { name: 'Reading an audit report' }).first().click()
  await circle.getByRole('checkbox', { name: /I agree to be recorded/ }).check()
  await circle.getByRole('button', { name: 'I am coming' }).click()
  await expect(circle.getByRole('heading', { name: 'You are going' })).toBeVisible()
  await expect(circle.getByText(/You can join here from .* 18:15 IST/)).toBeVisible()
  expect(await accessibilityViolations(circle)).toEqual([])

  await page.reload()
  await expect(page.getByText('1 of 50')).toBeVisible()
  await page.getByLabel(/^Start/).fill(ahead(21))
  await expect(page.getByText('Saving emails 1 person')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const moved = await site.mail(member, /^Changed: Reading an audit report/)
  expect(moved.text).not.toContain('meet.example.com')
  await page.getByRole('button', { name: 'Cancel the session' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('We email 1 person with a place. They are listed on this page.')).toBeVisible()
  await dialog.getByRole('textbox').fill('Bina is ill.')
  await dialog.getByRole('button', { name: 'Cancel the session' }).click()
  await site.mail(member, /^Cancelled: Reading an audit report/)
  await circle.reload()
  await expect(circle.getByText('Bina is ill.')).toBeVisible()
  await own.close()

  await page.goto('/admin/sessions/new')
  const template = page.getByLabel('Template')
  await template.selectOption((await template.getByText('Reading an audit report').getAttribute('value')) ?? '')
  await expect(page.getByRole('textbox', { name: /^Title/ })).toHaveValue('Reading an audit report')
  await expect(page.getByLabel(/^Start/)).toHaveValue('')
})

test('a member whom the meeting does not let in reads why on the page of the session', async ({
  page,
  site,
  browser,
}) => {
  const office = await browser.newContext()
  await office.request.post(`${site.url}/api/admin/login`, { data: { username: 'demo', password } })
  const title = 'Succession in a family company'
  const created = await office.request.post(`${site.url}/api/events`, {
    data: { title, host: 'Asha Rao', capacity: 20, meetingUrl: 'https://meet.example.com/secret', startsAt: ahead(20) },
  })
  const { id } = await created.json()
  expect((await office.request.post(`${site.url}/api/events/${id}/publish`)).status()).toBe(200)
  await office.close()

  // The link of an email leads a visitor to the sign-in form, and a member to the reason.
  await page.goto(`${site.url}/events/${id}/join`)
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  const form = page.getByRole('tabpanel', { name: 'Login' })
  await form.getByLabel('Email', { exact: true }).fill(member)
  await form.getByLabel('Password or 4-digit PIN').fill(password)
  await form.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const refusal = page.getByRole('main').getByRole('status')
  await expect(refusal.getByText('You have not said that you are coming')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('checkbox', { name: /I agree to be recorded/ }).check()
  await page.getByRole('button', { name: 'I am coming' }).click()
  await expect(refusal.getByText('The meeting is not open yet')).toBeVisible()
  await page.goto(`${site.url}/events/${id}/join`)
  await expect(refusal.getByText(/It opens on .* 18:15 IST, 15 minutes before the start/)).toBeVisible()
  expect(page.url()).toBe(`${site.url}/circle/sessions/${id}?meeting=closed`)
  await expect(page.getByText('meet.example.com')).toHaveCount(0)
})

test('a member finds sessions, waits for a place, and reads a recording, also on a phone', async ({ page, site }) => {
  await page.request.post(`${site.url}/api/login`, { data: { email: member, password } })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${site.url}/circle/sessions`)
  await expect(page.getByRole('heading', { name: 'Coming up' })).toBeVisible()
  expect(await overflows(page)).toEqual([])
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('link', { name: 'At the board table: a takeover in ninety minutes', exact: true }).click()
  await page.getByRole('button', { name: 'Join the waiting list' }).press('Enter')
  await expect(page.getByText(/You are fifth on the waiting list/)).toBeVisible()
  await page.getByRole('button', { name: 'Leave the waiting list' }).press('Enter')
  await expect(page.getByText('You have left the waiting list')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You are not coming' })).toBeVisible()

  await page.getByRole('link', { name: 'All sessions' }).click()
  await page.getByRole('link', { name: 'Cyber risk: what to ask the CISO' }).click()
  await expect(page.getByRole('link', { name: 'Watch the recording' })).toBeVisible()
  await page.getByRole('link', { name: 'All sessions' }).click()
  await page.getByRole('button', { name: 'Get the address of my calendar' }).click()
  const address = await page.getByText(/\/cal\/.*\.ics$/).textContent()
  const feed = await page.request.get(address ?? '')
  // The library of Thunderbird reads the feed as a member's calendar does.
  const events = new ICAL.Component(ICAL.parse(await feed.text()))
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component))
  expect(events.map(({ summary }) => summary)).toContainEqual(expect.stringContaining('One circle'))
  for (const { uid, startDate, endDate } of events) {
    expect(uid).toBeTruthy()
    expect(startDate.zone.tzid).toBe('UTC')
    expect(endDate.compare(startDate)).toBe(1)
  }
})
