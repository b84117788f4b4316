import { fillNomination, openNomination } from './nomination-form'
import { expect, freshEmail, test } from './site'

test('a visitor nominates themselves, and both mails go out', async ({ page, site }) => {
  const email = freshEmail('kavita')
  await openNomination(page)
  await expect(page.getByText('Guest Registration')).toBeVisible()
  await fillNomination(page, email)
  await page.getByRole('button', { name: 'Submit Nomination' }).click()

  await expect(page).toHaveURL(/\/registration-success$/)
  await expect(page.getByText('Enquiry Submitted Successfully!')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('48 hours')
  await expect(page.getByRole('main')).toContainText('September 16th')

  const confirmation = await site.mail(email, /./)
  expect(confirmation.text).toContain('Kavita')
  await site.mail('office@boardcircle.example', /Kavita Subramanian/)
  expect(await site.mails(email)).toHaveLength(1)
})

test('a form with gaps names them in a summary, and keeps what was written', async ({ page }) => {
  await openNomination(page)
  await page.getByLabel('Full name').fill('Kavita Subramanian')
  await page.getByRole('button', { name: 'Submit Nomination' }).click()

  const summary = page.getByRole('region', { name: /answers need your attention/ })
  await expect(summary).toBeFocused()
  await summary.getByRole('link', { name: 'Company name is required' }).click()
  await expect(page.getByLabel('Company name')).toBeFocused()
  await expect(page.getByLabel('Company name')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Full name')).toHaveValue('Kavita Subramanian')
})

test('an address that has already applied is told so, in any case', async ({ page, context }) => {
  const email = freshEmail('twice')
  await openNomination(page)
  await fillNomination(page, email)
  await page.getByRole('button', { name: 'Submit Nomination' }).click()
  await expect(page).toHaveURL(/registration-success/)

  const second = await context.newPage()
  await openNomination(second)
  await fillNomination(second, email.toUpperCase())
  await second.getByRole('button', { name: 'Submit Nomination' }).click()
  await expect(
    second.getByText('This email is already registered. Please use a different email address.').first(),
  ).toBeVisible()
  await expect(second.getByLabel('Company name')).toHaveValue('Coromandel Looms Ltd')
})

test('a draft is saved as they type and resumed in a second tab', async ({ page, context }) => {
  const email = freshEmail('draft')
  await openNomination(page)
  await fillNomination(page, email, false)
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await page.close()

  const tab = await context.newPage()
  await openNomination(tab)
  await tab.getByRole('button', { name: 'Restore draft' }).click()
  await expect(tab.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(tab.getByLabel('Industry')).toHaveValue('manufacturing')
  await expect(tab.getByRole('checkbox', { name: 'Finance' })).toBeChecked()

  await tab.reload()
  await tab.getByRole('button', { name: 'Submit Nomination' }).scrollIntoViewIfNeeded()
  await tab.getByRole('button', { name: 'Discard' }).click()
  await expect(tab.getByText('You have a saved draft')).toBeHidden()
  await tab.reload()
  await tab.getByRole('button', { name: 'Submit Nomination' }).scrollIntoViewIfNeeded()
  await tab.waitForLoadState('networkidle')
  await expect(tab.getByText('You have a saved draft')).toBeHidden()
})

test('another visitor with the same e-mail sees nothing of a draft', async ({ page, browser, site }) => {
  const email = freshEmail('private')
  await openNomination(page)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Full name').fill('Private Person')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()

  const stranger = await browser.newContext({ baseURL: site.url })
  const tab = await stranger.newPage()
  await openNomination(tab)
  await tab.getByLabel('Email', { exact: true }).fill(email)
  await expect(tab.getByText(/^Saved \d/)).toBeVisible()
  await expect(tab.getByLabel('Full name')).toHaveValue('')
  await expect(tab.getByText('You have a saved draft')).toBeHidden()
  await stranger.close()
})

test('the form is sent once, however often the button is pressed', async ({ page, site }) => {
  const email = freshEmail('eager')
  await openNomination(page)
  await fillNomination(page, email)
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/registrations')) posts++
  })
  const button = page.getByRole('button', { name: /Submit/ })
  await button.dblclick()
  await expect(page).toHaveURL(/registration-success/)
  expect(posts).toBe(1)
  await site.mail(email, /./)
})
