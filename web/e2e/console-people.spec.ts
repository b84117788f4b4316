import type { Page } from '@playwright/test'
import { choose, pay, proceed, signedIn } from './buyer'
import { joinAs, openConsole, ownerPassword as owner, colleaguePassword as password } from './console'
import { accessibilityViolations, overflows } from './faults'
import { picture } from './picture'
import { expect, freshEmail, test } from './site'

async function signUp(page: Page, name: string): Promise<string> {
  const email = freshEmail(name.split(' ')[0]?.toLowerCase() ?? 'person')
  const answer = await page.request.post('/api/register', {
    data: { name, email, phone: '+919876543210', location: 'Pune', password, requestType: 'membership' },
  })
  expect(answer.status()).toBe(201)
  return email
}

test('the office edits, tags, emails, merges and finds a person', async ({ page, browser, site }) => {
  test.slow()
  const visitor = await browser.newContext({ baseURL: site.url })
  const visitorPage = await visitor.newPage()
  const email = await signUp(visitorPage, 'Ananya Bose')
  const duplicate = await signUp(visitorPage, 'Ananya B')
  const office = await joinAs(page, browser, site, 'office')
  await expect(office.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(office.getByRole('link', { name: 'Settings', exact: true })).toHaveCount(0)

  // Open the person's page from the list.
  await office.goto(`/admin/members?search=${encodeURIComponent(email)}`)
  await office.getByRole('link', { name: 'Ananya Bose', exact: true }).click()
  await expect(office.getByRole('heading', { level: 1, name: 'Ananya Bose' })).toBeVisible()

  await office.getByRole('button', { name: 'Edit details' }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByLabel('Location').fill('Kolkata')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(office.getByText('Kolkata')).toBeVisible()
  await office.getByLabel('New tag').fill('speaker')
  await office.getByLabel('New tag').press('Enter')
  await expect(office.getByRole('button', { name: 'Remove the tag speaker' })).toBeVisible()
  await office.getByLabel('New note').fill('Called her on Monday.')
  await office.getByRole('button', { name: 'Add note' }).click()
  await expect(office.getByText('Called her on Monday.', { exact: true })).toBeVisible()

  await office.getByRole('button', { name: 'Write an email' }).click()
  await dialog.getByLabel('Subject').fill('Your seat on Friday')
  await dialog.getByLabel('Message').fill('We have kept it for you.')
  await dialog.getByRole('button', { name: 'Send email' }).click()
  expect((await site.mail(email, /Your seat on Friday/)).text).toContain('We have kept it for you.')
  await expect(office.getByRole('link', { name: 'Your seat on Friday' })).toBeVisible()

  // Merge the second account of the same person.
  await office.getByRole('button', { name: 'Merge an account' }).click()
  await dialog.getByLabel('Email address of the other account').fill(duplicate)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('None, because the other account has no records')).toBeVisible()
  await dialog.getByRole('button', { name: 'Merge accounts' }).click()
  const confirmation = office.getByRole('dialog', { name: 'Merge the two accounts?' })
  await confirmation.getByLabel('Current password', { exact: true }).fill(password)
  await confirmation.getByRole('button', { name: 'Save' }).click()
  const undo = office.getByRole('button', { name: `Undo the merge of ${duplicate}` })
  await expect(undo).toBeVisible()
  expect((await visitorPage.request.post('/api/login', { data: { email: duplicate, password } })).status()).toBe(401)
  await undo.click()
  await expect(office.getByText(/undone on/)).toBeVisible()
  expect((await visitorPage.request.post('/api/login', { data: { email: duplicate, password } })).status()).toBe(200)

  await office.getByRole('button', { name: 'Deactivate' }).click()
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(office.getByText('Deactivated', { exact: true })).toBeVisible()
  await office.getByRole('button', { name: 'Reactivate' }).click()
  await dialog.getByRole('button', { name: 'Reactivate' }).click()
  await expect(office.getByText('Deactivated', { exact: true })).toHaveCount(0)

  expect(await accessibilityViolations(office)).toEqual([])
  expect(await overflows(office)).toEqual([])

  // A bulk action on both accounts: preview, result, undo.
  await office.goto('/admin/members?search=Ananya')
  await office.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await office.getByRole('button', { name: 'Tag…', exact: true }).click()
  await dialog.getByLabel('Tag').fill('speaker')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('Already has this tag')).toBeVisible()
  expect(await accessibilityViolations(office, ['light'])).toEqual([])
  await dialog.getByRole('button', { name: 'Tag 1 person' }).click()
  await expect(office.getByText('Finished: 1 person tagged, 1 skipped.')).toBeVisible()
  expect(await accessibilityViolations(office)).toEqual([])
  expect(await overflows(office)).toEqual([])
  await office.getByRole('button', { name: 'Remove the tag again' }).click()
  await expect(office.getByText('Finished: 1 person untagged.')).toBeVisible()

  // The address of a list restores its search, order and columns for another admin.
  await office.goto('/admin/members?search=Ananya&sort=name&page=1')
  await office.getByRole('button', { name: 'Columns…' }).click()
  await dialog.getByRole('checkbox', { name: 'Phone' }).uncheck()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(office.getByRole('columnheader', { name: 'Phone' })).toHaveCount(0)
  const { pathname, search } = new URL(office.url())
  expect(search).toMatch(/columns=/)
  await openConsole(page, pathname + search, 'Members')
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('columnheader', { name: 'Phone' })).toHaveCount(0)
  await expect(page.getByRole('searchbox')).toHaveValue('Ananya')
  expect(await accessibilityViolations(page)).toEqual([])

  // Find a person from any screen, with the keyboard alone.
  await office.goto('/admin/emails')
  await expect(office.getByRole('heading', { level: 1, name: 'Email Campaigns' })).toBeVisible()
  await office.keyboard.press('Control+k')
  await expect(office.getByRole('combobox', { name: 'A name, an email address, a payment or a screen' })).toBeFocused()
  await office.keyboard.type(email)
  await expect(office.getByRole('option', { name: 'Ananya Bose' })).toBeVisible()
  expect(await accessibilityViolations(office)).toEqual([])
  await office.keyboard.press('Enter')
  await expect(office.getByRole('heading', { level: 1, name: 'Ananya Bose' })).toBeVisible()
  await office.keyboard.press('Control+k')
  await office.keyboard.type('audit')
  await expect(office.getByRole('option', { name: 'Audit log' })).toBeVisible()
  await office.keyboard.press('Enter')
  await expect(office.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  // Find an action by a synonym.
  await office.keyboard.press('Control+k')
  await office.keyboard.type('money back')
  await expect(office.getByRole('option', { name: 'Refund a payment' })).toBeVisible()
  await office.keyboard.press('Enter')
  await expect(office).toHaveURL(/transactions\?status=completed$/)

  // The office edits a page where it is shown.
  await office.goto('/admin/content')
  await office.getByRole('link', { name: 'Edit Landing page' }).click({ timeout: 60_000 })
  await expect(office.getByText('All changes saved as drafts')).toBeVisible({ timeout: 60_000 })
  await visitor.close()
  await office.context().close()
})

test('a reviewer sees only the screens of their role, and reads why', async ({ page, browser, site }) => {
  const reviewer = await joinAs(page, browser, site, 'reviewer')
  await expect(reviewer.getByRole('heading', { level: 1, name: 'Nominations' })).toBeVisible()
  const menu = reviewer.getByRole('navigation', { name: 'Console' })
  await expect(menu.getByRole('link', { name: 'Nominations' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Payment Tracking' })).toHaveCount(0)
  await reviewer.goto('/admin/payments')
  await expect(reviewer.getByRole('heading', { level: 1, name: 'Not part of your role' })).toBeVisible()
  await expect(reviewer.getByText('Your role is Reviewer')).toBeVisible()
  expect(await accessibilityViolations(reviewer)).toEqual([])
  await reviewer.context().close()
})

test('the office cancels the renewal of a member, who gets an email', async ({ page, site }) => {
  test.slow()
  const email = freshEmail('renewal')
  await signedIn(page, email)
  await pay(await proceed(page, await choose(page, 'Subscribe Now')))
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await openConsole(page, `/admin/members?search=${encodeURIComponent(email)}`, 'Members')
  await page.getByRole('link', { name: 'Asha Rao', exact: true }).click()
  const billing = page.getByRole('region', { name: 'Mandate and billing' })
  await expect(billing.getByText('Next charge')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Documents' }).getByRole('link', { name: /^(Receipt|Tax invoice)/ }),
  ).toBeVisible()

  await billing.scrollIntoViewIfNeeded()
  await picture(page, 'person-billing')
  await billing.getByRole('button', { name: 'Cancel renewal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel the renewal of Asha Rao?' })
  await expect(dialog.getByText(/The membership of Asha Rao runs until .* and then ends/)).toBeVisible()
  await dialog.getByLabel('Reason').fill('She asked us on the phone')
  await dialog.getByLabel('Current password', { exact: true }).fill('A wrong password 1')
  await dialog.getByRole('button', { name: 'Cancel renewal' }).click()
  await expect(dialog.getByText('This is not your current password')).toBeVisible()
  await picture(page, 'cancel-renewal')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await overflows(page)).toEqual([])
  await dialog.getByLabel('Current password', { exact: true }).fill(owner)
  await dialog.getByRole('button', { name: 'Cancel renewal' }).click()
  await expect(page.getByText('The renewal was cancelled')).toBeVisible()
  await expect(billing.getByText(/^Cancelled on .* by the office/)).toBeVisible()
  await expect(billing.getByText('Razorpay has confirmed it')).toBeVisible()
  await picture(page, 'person-cancelled')
  await expect(billing.getByRole('button', { name: 'Cancel renewal' })).toHaveCount(0)
  expect(await overflows(page)).toEqual([])
  expect(await accessibilityViolations(page)).toEqual([])
  const mail = await site.mail(email, /We have cancelled the renewal of your membership/)
  expect(mail.text).toContain('If you did not ask for this, reply to this email')
})
