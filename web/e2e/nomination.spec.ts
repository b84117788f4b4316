import { accessibilityViolations, overflows } from './faults'
import { fillNomination, openNomination } from './nomination-form'
import { expect, freshEmail, test } from './site'
import { expectNoFaults } from './walk'

test('a visitor nominates themselves, and the applicant and the office get an email', async ({ page, site }) => {
  const email = freshEmail('kavita')
  await openNomination(page)
  await expect(page.getByText('Guest Registration')).toBeVisible()
  await fillNomination(page, email)
  await page.getByRole('button', { name: 'Submit Nomination' }).click()

  await expect(page).toHaveURL(/\/registration-success$/)
  await expect(page.getByText('Enquiry Submitted Successfully!')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('48 hours')
  await expect(page.getByRole('main')).toContainText('founding-member benefits')
  await expectNoFaults(page, 'content')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your nomination')

  const confirmation = await site.mail(email, /./)
  expect(confirmation.text).toContain('Kavita')
  await site.mail('office@boardcircle.example', /Kavita Subramanian/)
  expect(await site.mails(email)).toHaveLength(1)
})

test('an incomplete form lists what is missing, and keeps what was written', async ({ page }) => {
  await openNomination(page)
  await page.getByLabel('Full name').fill('Kavita Subramanian')
  await page.getByRole('button', { name: 'Submit Nomination' }).click()

  const summary = page.getByRole('region', { name: /Please correct \d+ fields/ })
  await expect(summary).toBeFocused()
  await summary.getByRole('link', { name: 'Company name is required' }).click()
  await expect(page.getByLabel('Company name')).toBeFocused()
  await expect(page.getByLabel('Company name')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Full name')).toHaveValue('Kavita Subramanian')
})

test('on a phone one press leads from the top of the page to the form, which shows how much of it is done', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const join = page.getByRole('main').getByRole('link', { name: 'Join', exact: true })
  await expect(join).toBeInViewport({ ratio: 1 })
  await join.click()
  await expect(page.getByText('Guest Registration')).toBeInViewport()
  await page.getByRole('heading', { name: 'About you' }).scrollIntoViewIfNeeded()
  const progress = page.getByRole('status').filter({ hasText: 'parts complete' })
  await expect(progress).toHaveText('0 of 3 parts complete')
  await fillNomination(page, freshEmail('parts'))
  await expect(progress).toHaveText('3 of 3 parts complete')
  await expect(progress).toBeInViewport()
  expect.soft(await overflows(page)).toEqual([])
})

test('a second nomination of an address is refused, in upper case too', async ({ page, context }) => {
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

test('a draft is saved while the applicant types, restored after a reload, and can be emptied and recovered', async ({
  page,
  context,
}) => {
  const email = freshEmail('draft')
  await openNomination(page)
  await fillNomination(page, email, false)
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Email me a link/ })).toBeVisible()
  expect.soft(await overflows(page)).toEqual([])
  await page.close()

  const tab = await context.newPage()
  await openNomination(tab)
  await expect(tab.getByText(/^We restored your draft from \d+ \w+ \d{4}, \d\d:\d\d\.$/)).toBeVisible()
  await expect(tab.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(tab.getByLabel('Industry')).toHaveValue('manufacturing')
  await expect(tab.getByRole('checkbox', { name: 'Finance' })).toBeChecked()
  await expect(tab.getByRole('checkbox', { name: /I confirm/ })).not.toBeChecked()
  expect.soft(await accessibilityViolations(tab)).toEqual([])

  // Text typed after a reload is saved without a question.
  await tab.reload()
  await expect(tab.getByLabel('Email', { exact: true })).toHaveValue(email)
  const saved = tab.waitForResponse(
    (response) => response.request().postData()?.includes('Madurai') === true && response.ok(),
  )
  await tab.getByLabel('City').fill('Madurai')
  await saved
  await expect(tab.getByText(/^Saved \d/)).toBeVisible()
  await tab.reload()
  await expect(tab.getByLabel('City')).toHaveValue('Madurai')

  await tab.getByRole('button', { name: 'Start again' }).click()
  await expect(tab.getByLabel('Email', { exact: true })).toHaveValue('')
  await tab.getByRole('button', { name: 'Undo' }).click()
  await expect(tab.getByLabel('City')).toHaveValue('Madurai')
  await expect(tab.getByText(/^Saved \d/)).toBeVisible()

  await tab.reload()
  await tab.getByRole('button', { name: 'Start again' }).click()
  await expect(tab.getByText('We have emptied the form and deleted your draft.')).toBeVisible()
  await tab.reload()
  await tab.getByRole('button', { name: 'Submit Nomination' }).scrollIntoViewIfNeeded()
  await tab.waitForLoadState('networkidle')
  await expect(tab.getByLabel('Email', { exact: true })).toHaveValue('')
  await expect(tab.getByText('We restored your draft')).toBeHidden()
})

test('another visitor with the same email sees nothing of a draft', async ({ page, browser, site }) => {
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
  await expect(tab.getByText('We restored your draft')).toBeHidden()
  await stranger.close()
})

test('the form is sent once when the button is pressed twice', async ({ page, site }) => {
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
