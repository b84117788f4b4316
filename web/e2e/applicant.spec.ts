import { accessibilityViolations, overflows } from './faults'
import { faultsOfTheWalk } from './keys'
import { fillNomination, nominated, openNomination } from './nomination-form'
import { expect, freshEmail, test } from './site'

const link = /http:\/\/\S+(\/nomination\?\S+)/

function pathOf(text: string): string {
  const found = link.exec(text)?.[1]
  if (!found) throw new Error(`no link in ${text}`)
  return found
}

test('an applicant without an account follows, corrects and withdraws their nomination, and sends it again', async ({
  page,
  site,
}) => {
  const email = freshEmail('follow')
  await openNomination(page)
  await fillNomination(page, email)
  await page.getByRole('button', { name: 'Submit Nomination' }).click()
  await expect(page).toHaveURL(/\/registration-success$/)
  const confirmation = await site.mail(email, /We have received/)

  await page.goto(pathOf(confirmation.text))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your nomination has been received')
  await expect(page).toHaveURL(/\/nomination$/)
  await expect(page.getByText('You hear from us by')).toBeVisible()

  expect.soft(await accessibilityViolations(page)).toEqual([])
  expect.soft(await overflows(page)).toEqual([])
  expect.soft(await faultsOfTheWalk(page)).toEqual([])

  await page.getByRole('button', { name: 'Correct it' }).click()
  await page.getByLabel('Company name').fill('Konkan Steel Ltd')
  await page.getByRole('button', { name: 'Send the corrections' }).click()
  await page.getByRole('link', { name: 'Please confirm that you serve' }).click()
  await page.getByRole('checkbox', { name: /I confirm/ }).check()
  await page.getByRole('button', { name: 'Send the corrections' }).click()
  await expect(page.getByText('Your nomination is corrected')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Konkan Steel Ltd' })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Withdraw it' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your nomination is withdrawn')
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your nomination has been received')

  await page.getByRole('link', { name: 'Make an account' }).click()
  await expect(page.getByRole('tabpanel').getByLabel('Email')).toHaveValue(email)
  await page.getByRole('tabpanel').getByLabel('Password').fill('Coromandel Looms 7')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/nomination$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your nomination has been received')

  // signed in, the landing page shows how it stands instead of an empty form
  await page.goto('/#register')
  await expect(page.locator('#register').getByRole('link', { name: 'See your nomination' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit Nomination' })).toHaveCount(0)
})

test('an applicant without an account answers the reviewers’ question on the status page', async ({
  page,
  site,
  browser,
}) => {
  const email = freshEmail('answers')
  await nominated(page, 'Answering Applicant', email)
  const office = await browser.newContext({ baseURL: site.url })
  await office.request.post('/api/admin/login', { data: { username: 'demo', password: 'Boardcircle-Demo-1' } })
  const [{ id }] = await (await office.request.get(`/api/nominations?search=${email}`)).json()
  const review = async (step: string, words = '') => {
    const { version } = await (await office.request.get(`/api/nominations/${id}`)).json()
    const answer = await office.request.post(`/api/nominations/${id}/steps`, { data: { step, version, words } })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await review('take')
  await review('ask', 'Which committees do you sit on?')

  const question = await site.mail(email, /question about your nomination/)
  await page.goto(pathOf(question.text))
  const asked = page.getByRole('region', { name: 'Our question' })
  await expect(asked.getByText('Which committees do you sit on?')).toBeVisible()
  await expect(page.getByText('stand still until your answer has come')).toBeVisible()
  expect.soft(await accessibilityViolations(page)).toEqual([])
  await asked.getByRole('button', { name: 'Send the answer' }).click()
  await expect(asked.getByRole('textbox')).toBeFocused()
  await asked.getByRole('textbox').fill('Audit and risk, at Coromandel Looms.')
  await asked.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByText('Your answer has been sent')).toBeVisible()
  await expect(asked).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'Your answer came.' })).toContainText('Audit and risk')
  await expect(page.getByText('You hear from us by')).toBeVisible()
  await office.close()
})

test('a draft goes on on another device by a mailed link', async ({ page, site, browser }) => {
  const email = freshEmail('device')
  await openNomination(page)
  await fillNomination(page, email, false)
  await page.getByRole('button', { name: 'Email me a link to go on elsewhere' }).click()
  await expect(page.getByText(`The link is on its way to ${email}.`)).toBeVisible()
  const mail = await site.mail(email, /Go on with your nomination/)

  const other = await browser.newContext()
  const tablet = await other.newPage()
  await tablet.goto(new URL(pathOf(mail.text), page.url()).href)
  await tablet.getByRole('button', { name: 'Restore draft' }).click()
  await expect(tablet.getByLabel('Email', { exact: true })).toHaveValue(email)
  await other.close()
})

test('what is typed without a connection is kept on the device', async ({ page, context }) => {
  await openNomination(page)
  await page.getByLabel('Full name').fill('Kavita Subramanian')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await context.route('**/api/drafts', (route) => route.abort())
  await page.getByLabel('Full name').fill('Kavita Subramanian Iyer')
  await expect(page.getByText('Not saved yet: kept on this device')).toBeVisible()
  await page.reload()
  await expect(page.getByText('You have begun a nomination.')).toBeVisible()
  await page.getByRole('button', { name: 'Restore draft' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('Kavita Subramanian Iyer')
})
