import { accessibilityViolations } from './faults'
import { fillNomination, openNomination, sendNomination } from './nomination-form'
import { expect, freshEmail, test } from './site'
import { expectNoFaults } from './walk'

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
  const progress = page.getByRole('list', { name: 'The progress of your nomination' })
  await expect(progress.getByRole('listitem')).toHaveText([
    /^Received\d/,
    'In review',
    /^DecisionYou will hear from us by \d/,
  ])
  await expect(progress.locator('[aria-current=step]')).toContainText('Received')

  await expectNoFaults(page)

  await page.getByRole('button', { name: 'Correct your answers' }).click()
  await page.getByLabel('Company name').fill('Konkan Steel Ltd')
  await expect(page.getByRole('checkbox', { name: /I confirm/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Send corrections' }).click()
  await expect(page.getByText('Your nomination was corrected')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Konkan Steel Ltd' })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Withdraw your nomination' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your nomination was withdrawn')
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your nomination has been received')

  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('tabpanel').getByLabel('Email')).toHaveValue(email)
  await page.getByRole('tabpanel').getByLabel('Password').fill('Coromandel Looms 7')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/nomination$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your nomination has been received')

  // For a signed-in applicant the landing page shows the status instead of an empty form.
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
  await sendNomination(page, 'Answering Applicant', email)
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
  const progress = page.getByRole('list', { name: 'The progress of your nomination' })
  await expect(progress.locator('[aria-current=step]')).toHaveText(/^In review\d/)
  await expect(progress.getByText('The 48-hour clock is paused until you answer.')).toBeVisible()
  expect.soft(await accessibilityViolations(page)).toEqual([])
  await asked.getByRole('button', { name: 'Send answer' }).click()
  await expect(asked.getByRole('textbox')).toBeFocused()
  await asked.getByRole('textbox').fill('Audit and risk, at Coromandel Looms.')
  await asked.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Your answer has been sent')).toBeVisible()
  await expect(asked).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'You answered our question.' })).toContainText(
    'Audit and risk',
  )
  await expect(page.getByText(/^You will hear from us by \d/)).toBeVisible()
  await office.close()
})

test('an emailed link opens the draft on another device at the first empty field', async ({ page, site, browser }) => {
  test.slow() // opens pages in three browsers
  const email = freshEmail('device')
  await openNomination(page)
  await fillNomination(page, email, false)
  await page.getByLabel('Number of boards').selectOption('')
  await page.getByRole('button', { name: 'Email me a link to continue on another device' }).click()
  await expect(page.getByText(`We have sent the link to ${email}.`)).toBeVisible()
  const mail = await site.mail(email, /Continue your nomination/)

  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ]) {
    const other = await browser.newContext({ viewport })
    const device = await other.newPage()
    await device.goto(new URL(pathOf(mail.text), page.url()).href)
    await expect(device.getByText('We restored your draft')).toBeAttached()
    await expect(device.getByLabel('Email', { exact: true })).toHaveValue(email)
    const gap = device.getByLabel('Number of boards')
    await expect(gap).toBeFocused()
    await device.waitForLoadState('networkidle')
    await expect(gap).toBeInViewport({ ratio: 1 })
    await other.close()
  }
})

test('text typed without a connection is stored on the device', async ({ page, context }) => {
  await openNomination(page)
  await page.getByLabel('Full name').fill('Kavita Subramanian')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await context.route('**/api/drafts', (route) => route.abort())
  await page.getByLabel('Full name').fill('Kavita Subramanian Iyer')
  await expect(page.getByText('Not saved yet. Stored on this device')).toBeVisible()
  await page.reload()
  await expect(page.getByText('You have started a nomination.')).toBeVisible()
  await expect(page.getByText('We restored your draft')).toBeAttached()
  await expect(page.getByLabel('Full name')).toHaveValue('Kavita Subramanian Iyer')
})
