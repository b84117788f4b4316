import { openConsole } from './console'
import { accessibilityViolations } from './faults'
import { expect, freshEmail, openUntilShown, test } from './site'

// Later tests use the same site.
test.afterEach(async ({ page }) => {
  const empty = { siteName: '', eventDate: '', figureMembers: '', supplierGstin: '', gstRate: '18', reviewVotes: '1' }
  const data = { ...empty, password: 'Boardcircle-Demo-1' }
  expect((await page.request.put('/api/admin/settings', { data })).status()).toBe(200)
  // The server renders its pages again after it has answered.
  await expect(async () => {
    expect(await (await page.request.get('/membership-plans')).text()).not.toContain('Circle of Boards')
  }).toPass()
})

test('an admin changes the name of the site and the date of the event, and a visitor sees both', async ({
  page,
  browser,
  site,
}) => {
  await openConsole(page, '/admin/settings', 'Settings')
  await page.getByRole('textbox', { name: /^Site name/ }).fill('Circle of Boards')
  await page.getByRole('textbox', { name: /^Current members/ }).fill('<b>many</b>')
  await page.getByLabel(/^Launch event/).fill('2027-03-02')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('“Current members” contains characters that are not allowed')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Current members/ })).toBeFocused()
  await page.getByRole('textbox', { name: /^Current members/ }).fill('450+')

  // Leaving with unsaved changes asks first.
  await page.getByRole('link', { name: 'Tax & supplier' }).click()
  await expect(page.getByRole('heading', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible()
  expect(await accessibilityViolations(page, ['light'])).toEqual([])

  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage()
  await openUntilShown(visitor, '/', visitor.getByText('450+').first())
  await expect(visitor).toHaveTitle(/^Circle of Boards/)
  await expect(visitor.getByText(/invited to the launch event on March 2nd/)).toBeVisible()
  // A past event is not announced.
  expect((await page.request.put('/api/admin/settings', { data: { eventDate: '2026-03-02' } })).status()).toBe(200)
  await openUntilShown(visitor, '/', visitor.getByText('You choose a membership plan.'))
  await expect(visitor.getByText(/launch event/)).toHaveCount(0)
  await visitor.close()

  await page.getByRole('link', { name: 'Tax & supplier' }).click()
  await expect(page).toHaveURL(/settings\/tax$/)
  await page.getByRole('textbox', { name: /^GSTIN/ }).fill('27AAPFU0939F1ZW')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/This is not a GSTIN/)).toBeVisible()
  // Another admin saves a different value first.
  const elsewhere = async (gstRate: number) =>
    expect(
      (await page.request.put('/api/admin/settings', { data: { gstRate, password: 'Boardcircle-Demo-1' } })).status(),
    ).toBe(200)
  const rate = page.getByRole('textbox', { name: 'GST rate' })
  await elsewhere(12)
  await expect(rate).toHaveValue('12')
  await expect(page.getByRole('textbox', { name: /^GSTIN/ })).toHaveValue('27AAPFU0939F1ZW')
  await page.getByRole('textbox', { name: /^GSTIN/ }).fill('')
  // Another admin saves the same value first.
  await rate.fill('5')
  await elsewhere(18)
  const clash = page.getByRole('alert').filter({ hasText: 'Someone else has changed these settings' })
  await expect(clash.getByText('GST rate: 18')).toBeVisible()
  await clash.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(rate).toHaveValue('5')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const asked = page.getByRole('dialog', { name: 'Save these settings?' })
  await asked.getByLabel('Current password', { exact: true }).fill('Boardcircle-Demo-1')
  await asked.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible()
  await rate.fill('28')
  await elsewhere(18)
  await clash.getByRole('button', { name: 'Load their changes' }).click()
  await expect(rate).toHaveValue('18')
})

test('the number of votes is changed after a re-authentication', async ({ page }) => {
  await openConsole(page, '/admin/settings/review', 'Review & purchase')
  const votes = page.getByRole('textbox', { name: 'Votes for an approval' })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await votes.fill('2')
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Save these settings?' })
  await expect(dialog.getByRole('listitem')).toHaveText(['Votes for an approval: 2'])
  expect(await accessibilityViolations(page, ['light'])).toEqual([])

  // Cancelling keeps the typed values.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(votes).toHaveValue('2')
  await expect(page.getByText('Not saved yet.')).toBeVisible()
  await save.click()
  const password = dialog.getByLabel('Current password', { exact: true })
  await password.fill('Boardcircle-Demo-2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This is not your current password')).toBeVisible()
  await password.fill('Boardcircle-Demo-1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Saved' })).toBeFocused()
  await expect(votes).toHaveValue('2')

  // This admin has no two-step sign-in. The dialog says so before it asks for the password.
  const mandatory = page.getByRole('checkbox', { name: /must use two-step sign-in/ })
  await mandatory.check()
  await save.click()
  await expect(page.getByText(/this would lock you out/)).toBeVisible()
  await expect(mandatory).toBeChecked()
  await mandatory.uncheck()
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
})

test('a test email is sent, found in the outbox with its content, and sent again', async ({ page, site }) => {
  const reader = freshEmail('reader')
  await openConsole(page, '/admin/settings/health', 'Health')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('The connection works')).toBeVisible()
  await page.getByRole('textbox', { name: /^Send it to/ }).fill(reader)
  await page.getByRole('button', { name: 'Send a test email' }).click()
  await expect(page.getByText(/Brevo has accepted the email|The email has arrived/)).toBeVisible({ timeout: 50_000 })
  await site.mail(reader, /test email/)
  expect(await accessibilityViolations(page, ['light'])).toEqual([])

  await page.getByRole('link', { name: 'Email Campaigns' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Email Campaigns' })).toBeVisible()
  await page.getByRole('link', { name: 'Emails sent' }).click()
  await page.getByRole('searchbox', { name: 'Search emails' }).fill(reader)
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Test')
  await expect(page).toHaveURL(/kind=test/)
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
  await page.getByRole('link', { name: /A test email from/ }).click()
  await expect(page).toHaveURL(/\/admin\/emails\/[a-z0-9]{15}$/)
  await expect(page.frameLocator('iframe').getByRole('heading', { name: /^A test email$/ })).toBeVisible()

  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await expect(async () => expect(await site.mails(reader)).toHaveLength(2)).toPass({ timeout: 20_000 })
})

test('a backup is created, downloaded and deleted after re-authentication, and a restore asks for its name', async ({
  page,
}) => {
  await openConsole(page, '/admin/settings/backups', 'Backups')
  await page.getByRole('button', { name: 'Create a backup' }).click()
  // The demo already has a backup.
  const download = page.getByRole('button', { name: /^Download boardcircle_/ })
  await expect(download).toHaveCount(2, { timeout: 50_000 })
  await download.first().click()
  const dialog = page.getByRole('dialog')
  const password = dialog.getByLabel('Current password', { exact: true })
  await password.fill('Boardcircle-Demo-2')
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(dialog.getByText('This is not your current password')).toBeVisible()
  await expect(password).toBeFocused()
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
  await password.fill('Boardcircle-Demo-1')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^boardcircle_\d{8}_\d{6}_\d{3}\.zip$/)
  expect(await file.failure()).toBeNull()
  await expect(dialog).toBeHidden()

  await page
    .getByRole('button', { name: /^Restore boardcircle_/ })
    .first()
    .click()
  await dialog.getByRole('textbox', { name: /^Type the backup/ }).fill('another.zip')
  await password.fill('Boardcircle-Demo-1')
  await dialog.getByRole('button', { name: 'Restore and restart' }).click()
  await expect(dialog.getByText(/type the name of the backup exactly/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await expect(page.getByText(/Replication is off/)).toBeVisible()
  await page.getByRole('button', { name: 'Run a restore test now' }).click()
  await expect(page.getByText(/The database is intact, and nothing is missing/)).toBeVisible({ timeout: 50_000 })

  await page.getByRole('checkbox', { name: /02:00 IST/ }).check()
  await page.getByRole('button', { name: 'Save schedule' }).click()
  await expect(dialog.getByText('The site creates a backup every night and keeps the newest 7.')).toBeVisible()
  await password.fill('Boardcircle-Demo-1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible()
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
  const remove = page.getByRole('button', { name: /^Delete boardcircle_/ })
  for (const rest of [1, 0]) {
    await remove.first().click()
    await password.fill('Boardcircle-Demo-1')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(remove).toHaveCount(rest)
  }
  await expect(page.getByText('No backups yet')).toBeVisible()
})

test('an admin sees the background work by type', async ({ page }) => {
  await openConsole(page, '/admin/settings', 'Settings')
  await page.getByRole('link', { name: 'Health' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
  const jobs = page.getByRole('region', { name: 'Background jobs' })
  for (const type of [
    'Sending emails',
    'Payment events',
    'Payment synchronisation',
    'Password-reset requests',
    'Imports',
  ])
    await expect(jobs).toContainText(type)
  expect(await accessibilityViolations(page)).toEqual([])
})
