import type { Page } from '@playwright/test'
import { password } from './buyer'
import { accessibilityViolations } from './faults'
import { sendNomination } from './nomination-form'
import { emptyPdf } from './pdf'
import { expect, freshEmail, test } from './site'

/** Finds a nomination in the queue, opens it and starts its review. */
async function startReview(page: Page, name: string): Promise<void> {
  await page.goto('/admin/nominations')
  await page.getByRole('searchbox', { name: 'Search nominations' }).fill(name)
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('47 h left').or(page.getByText('48 h left'))).toBeVisible()
  await page.getByRole('button', { name: 'Start review' }).click()
  await expect(page.getByRole('heading', { name: 'In review' })).toBeFocused()
}

test('one nomination is questioned, one declined and one approved', async ({ page, site, browser }) => {
  const [asked, welcomed, refused] = ['asked', 'welcomed', 'refused'].map((who) => ({
    email: freshEmail(who),
    name: `${who.charAt(0).toUpperCase()}${who.slice(1)} ${Date.now().toString(36)}`,
  })) as [Nominee, Nominee, Nominee]
  for (const { name, email } of [asked, welcomed, refused]) await sendNomination(page, name, email)
  const login = await page.request.post('/api/admin/login', {
    data: { username: 'demo', password: 'Boardcircle-Demo-1' },
  })
  expect(login.ok()).toBe(true)

  await test.step('the applicant of the first is asked a question, which pauses the clock', async () => {
    await startReview(page, asked.name)
    expect(await accessibilityViolations(page, ['light'])).toEqual([])
    await page.getByLabel('New note').fill('I know the company.')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'I know the company.' })).toBeVisible()
    await page.getByRole('button', { name: 'Ask the applicant' }).click()
    await expect(page.getByLabel('Your question')).toBeFocused()
    await page.getByRole('button', { name: 'Send question' }).click()
    await expect(page.getByText('Please write what you would like to ask')).toBeVisible()
    await page.getByLabel('Your question').fill('Which committees?')
    await page.getByRole('button', { name: 'Send question' }).click()
    await expect(page.getByText(/^Paused, 4[78] h left$/)).toBeVisible()
    expect((await site.mail(asked.email, /question about your nomination/)).text).toContain('Which committees?')
    await page.getByRole('button', { name: 'Answer received' }).click()
    await page.getByLabel('Their answer').fill('Audit and risk.')
    await page.getByRole('button', { name: 'Continue the review' }).click()
    await expect(page.getByText('marked the answer as received')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'In review' })).toBeFocused()
  })

  await test.step('the second is declined with the previewed email', async () => {
    await startReview(page, refused.name)
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('button', { name: 'Decline without an email' }).click()
    await expect(page.getByText('Please give a reason for the record.')).toBeVisible()
    await page.getByLabel('Reason').fill('No board in India.')
    // The message disappears while the field has the focus, so that nothing moves under the pointer.
    await expect(page.getByText('Please give a reason for the record.')).toHaveCount(0)
    await expect(page.getByLabel('Reason')).toBeFocused()
    await page.getByText('receives an email').click()
    await page.getByLabel('Your own words').fill('Please come back.')
    expect(await accessibilityViolations(page, ['light'])).toEqual([])
    await page.getByRole('button', { name: 'Preview the email' }).click()
    await expect(page.frameLocator('[title="The email"]').getByText('Please come back.')).toBeVisible()
    // A key, because on a busy machine a click could hit the frame of the email, which was at this place before.
    await page.getByRole('button', { name: 'Decline and send this email' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Declined' })).toBeFocused()
    const mail = await site.mail(refused.email, /^Your nomination to Boardcircle$/)
    expect(mail.text).toContain('Please come back.')
    expect(mail.text).not.toContain('No board in India.')
  })

  await test.step('the third is approved, and the applicant accepts the invitation', async () => {
    await startReview(page, welcomed.name)
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('checkbox', { name: 'Count my vote as yes' })).toBeChecked()
    await page.getByRole('button', { name: 'Approve and send the invitation' }).click()
    await expect(page.getByRole('heading', { name: 'Approved' })).toBeFocused()
    await expect(page.getByText('It can be accepted until')).toBeVisible()

    const mail = await site.mail(welcomed.email, /Your invitation/)
    const link = /\/auth\?invitation=\S+/.exec(mail.text)?.[0] ?? ''
    const invited = await (await browser.newContext({ baseURL: site.url })).newPage()
    await invited.goto(link)
    await expect(invited.getByRole('heading', { name: 'You are invited' })).toBeVisible()
    await expect(invited).toHaveURL(`${site.url}/auth`)
    await expect(invited.getByLabel('Email', { exact: true })).toHaveValue(welcomed.email)
    await expect(invited.getByLabel('Full name')).toHaveValue(welcomed.name)
    await expect(invited.getByLabel('Phone', { exact: true })).toHaveValue('+919876543210')
    await expect(invited.getByLabel('Location')).toHaveValue('Chennai')
    await invited.getByLabel('Password', { exact: true }).fill(password)
    await invited.getByRole('button', { name: 'Create account' }).click()
    await expect(invited).toHaveURL(/membership-plans/)
    await expect(invited.getByText('You have accepted your invitation. Please choose your plan.')).toBeVisible()
    await invited.goto('/account')
    await expect(invited.getByRole('heading', { name: 'Your nomination has been approved' })).toBeVisible()
    await invited.goto(link)
    await expect(invited.getByRole('heading', { name: 'This invitation has been accepted' })).toBeVisible()
    await invited.context().close()
    await expect(page.getByText(/Accepted on/)).toBeVisible()
  })

  await test.step('the queue has only the open nomination', async () => {
    await page.goto('/admin/nominations?state=in_review')
    await expect(page.getByRole('link', { name: asked.name })).toBeVisible()
    await expect(page.getByRole('link', { name: refused.name })).toHaveCount(0)
    await page.getByRole('tab', { name: /^Open/ }).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/state=declined/)
    await expect(page.getByRole('link', { name: refused.name })).toBeVisible()
    expect(await accessibilityViolations(page, ['light'])).toEqual([])
  })
})

test('a yes vote that is not enough is recorded, and a reviewer keeps a text when another one decides first', async ({
  page,
}) => {
  const name = `Overtaken ${Date.now().toString(36)}`
  await sendNomination(page, name, freshEmail('overtaken'))
  const demo = { username: 'demo', password: 'Boardcircle-Demo-1' }
  const login = await page.request.post('/api/admin/login', { data: demo })
  expect(login.ok()).toBe(true)
  const needVotes = async (reviewVotes: string) => {
    const answer = await page.request.put('/api/admin/settings', { data: { reviewVotes, password: demo.password } })
    expect(answer.ok()).toBe(true)
  }
  await needVotes('2')
  await startReview(page, name)
  const theirs = await page.context().newPage()
  await theirs.goto(page.url())
  const notice = (at: Page, words: string) => at.getByRole('status').filter({ hasText: words })

  await test.step('one of two yes votes is recorded', async () => {
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText(/This nomination has 0\. With yours, 1 more is needed/)).toBeVisible()
    await page.getByRole('button', { name: 'Record my yes vote' }).click()
    await expect(notice(page, 'Your yes vote was recorded')).toBeVisible()
    await expect(page.getByText('1 of 2 yes votes needed')).toBeVisible()
    await expect(page.getByRole('form', { name: `Approve ${name}` })).toHaveCount(0)
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText(/has 1, yours among them: 1 more is needed/)).toBeVisible()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await needVotes('1')
  })

  await test.step('an unfinished question stays, and another form closes with an explanation', async () => {
    await page.getByRole('button', { name: 'Ask the applicant' }).click()
    await page.getByLabel('Your question').fill('Which committees?')
    await theirs.getByRole('button', { name: 'Decline' }).click()
    await expect(theirs.getByLabel('Reason')).toBeFocused()

    const { id, version } = await (await page.request.get(`/api/nominations/${idOf(page)}`)).json()
    const approved = await page.request.post(`/api/nominations/${id}/steps`, { data: { step: 'approve', version } })
    expect(approved.ok()).toBe(true)

    await expect(notice(page, 'approved this nomination at')).toContainText('Your action was not carried out.')
    await expect(page.getByLabel('Your question')).toHaveValue('Which committees?')
    await expect(page.getByLabel('Your question')).toBeFocused()
    await expect(page.getByRole('button', { name: 'Send question' })).toHaveCount(0)
    expect(await accessibilityViolations(page, ['light'])).toEqual([])
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByLabel('Your question')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Approved' })).toBeFocused()

    await expect(notice(theirs, 'approved this nomination at')).toContainText('Your action was not carried out.')
    await expect(theirs.getByLabel('Reason')).toHaveCount(0)
  })
})

function idOf(page: Page): string {
  return new URL(page.url()).pathname.split('/').pop() ?? ''
}

type Nominee = { name: string; email: string }

test('a reviewer checks a board seat, and works through the queue with keyboard shortcuts', async ({ page }) => {
  test.slow()
  const [first, second] = ['Keyone', 'Keytwo'].map((who) => `${who} Triage${Date.now().toString(36)}`) as [
    string,
    string,
  ]
  for (const name of [first, second]) await sendNomination(page, name, freshEmail('triage'))
  await page.request.post('/api/admin/login', { data: { username: 'demo', password: 'Boardcircle-Demo-1' } })
  await page.goto(`/admin/nominations?search=${first.split(' ')[1]?.slice(0, -2)}`)
  await expect(page.getByRole('row')).toHaveCount(3)

  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: first })).toBeFocused()
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: second })).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeFocused()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
  await page.keyboard.press('t') // shortcuts are disabled behind a dialog
  await page.keyboard.press('Escape')
  await page.keyboard.press('t')
  await expect(page.getByRole('heading', { name: 'In review' })).toBeFocused()

  await page.getByRole('button', { name: 'Add a board seat' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a board seat' })
  await dialog.getByLabel('Company').fill('Port Trust of Madras')
  await dialog.getByLabel('DIN').fill('1234')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('A DIN has eight digits')).toBeVisible()
  await dialog.getByLabel('DIN').fill('01234567')
  await dialog.getByLabel('Result').selectOption('confirmed')
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Checked by demo')).toBeVisible()
  await page
    .getByLabel('Evidence for the seat at Port Trust of Madras')
    .setInputFiles({ name: 'DIR-12.pdf', mimeType: 'application/pdf', buffer: Buffer.from(emptyPdf) })
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: /^DIR-12\.pdf/ }).click()
  expect((await saved).suggestedFilename()).toBe('DIR-12.pdf')
  expect(await accessibilityViolations(page, ['light'])).toEqual([])

  await page.keyboard.press('a')
  await expect(page.getByText('Conflicts of interest have not been checked.')).toBeVisible()
  await expect(page.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('ad?j') // typed text, not shortcuts
  await expect(page.getByLabel('Reason')).toHaveValue('ad?j')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeFocused()
  await expect(page.getByText('This is the next open nomination.')).toBeVisible()
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByRole('heading', { level: 1, name: 'Nominations' })).toBeFocused()
  await expect(page.getByRole('link', { name: first })).toHaveCount(0)
})
