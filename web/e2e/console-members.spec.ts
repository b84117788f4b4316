import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openConsole, waitForToasts } from './console'
import { accessibilityViolations } from './faults'
import { expect, freshEmail, test } from './site'

/** Presses an export button and returns the downloaded file. */
async function exportFile(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

test('a member is found by a search, which the other lists keep, opened and exported', async ({ page }) => {
  await openConsole(page, '/admin/members', 'Members')
  await expect(page.getByText('All authenticated accounts')).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search members' })
  await search.fill('FARIDA')
  await expect(page).toHaveURL(/search=FARIDA/)
  await expect(page.getByRole('row', { name: /Meera Krishnan/ })).toHaveCount(0)
  const row = page.getByRole('row', { name: /Farida Contractor/ })
  await expect(row).toContainText('enquiry')
  await expect(row.getByText('Account', { exact: true })).toBeVisible()

  const csv = await exportFile(page, 'Export CSV')
  expect(csv.name).toMatch(/^registered-users-\d{4}-\d{2}-\d{2}\.csv$/)
  const lines = csv.content.toString('utf8').replace('\ufeff', '').trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toBe('Name,Email,Phone,Location,Source,Request type,Registered at (IST)')
  expect(lines[1]).toMatch(
    /^Farida Contractor,farida\.contractor@sample\.example,\+91\d+,"Pune, Maharashtra",Account,enquiry,/,
  )
  const book = await exportFile(page, 'Export Excel')
  expect(book.name).toMatch(/\.xlsx$/)
  expect(book.content.subarray(0, 2).toString()).toBe('PK')

  await page.getByRole('navigation', { name: 'Members' }).getByRole('link', { name: 'Leads' }).click()
  await expect(page).toHaveURL(/\/admin\/members\/leads\?search=FARIDA/)
  await expect(page.getByRole('row', { name: /Farida Contractor/ })).toContainText('No')
  await page.getByRole('navigation', { name: 'Members' }).getByRole('link', { name: 'Paid Members' }).click()
  await expect(page.getByText('No paid members match your search criteria.')).toBeVisible()
  await waitForToasts(page)
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page).not.toHaveURL(/search=/)
  await expect(search).toHaveValue('')

  await page.getByRole('navigation', { name: 'Members' }).getByRole('link', { name: 'Registered Users' }).click()
  await expect(page.getByRole('table', { name: 'Registered users' })).toBeVisible()
  await search.fill('Farida') // newer accounts of other tests may have moved this one to the second page
  await expect(page).toHaveURL(/search=Farida/)
  await page.getByRole('link', { name: 'Farida Contractor', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Farida Contractor' })).toBeFocused()
  await expect(page.getByText('No payments yet')).toBeVisible()
  await waitForToasts(page)
  expect(await accessibilityViolations(page, ['light'])).toEqual([])

  const log = await (await page.request.get('/api/members/registered-users/export?search=nobody-at-all')).text()
  expect(log.trim().split('\r\n')).toHaveLength(1)
})

test('a legacy list is imported once: its mistakes are shown, and its members are invited', async ({
  page,
  browser,
  site,
}) => {
  const [asha, bina] = [freshEmail('legacy-asha'), freshEmail('legacy-bina')]
  const until = `31-03-${new Date().getFullYear() + 1}`
  const file = {
    name: 'members of old.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `\ufeffName;E-Mail;Mobile;Board seats;Plan;Valid until\r\n` +
        `Asha Old;${asha};+91 98765 43210;3;annual membership;${until}\r\nBina Old;${bina.toUpperCase()};;1;;\r\n` +
        `No Address;;;;;\r\n=HYPERLINK("x");evil@example.com;;;;\r\n` +
        `No Plan;no-plan@example.com;;;Gold;\r\n`,
    ),
  }
  await openConsole(page, '/admin/members/import', 'Import legacy members')
  const check = page.getByRole('button', { name: 'Check the file' })
  await check.click()
  await expect(page.getByText('Please choose a file')).toBeVisible()
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
  await check.click()
  await expect(page.getByText(/The first line must name the columns/)).toBeVisible()

  // In the encoding of a spreadsheet program.
  await page.getByLabel('CSV file').setInputFiles({
    name: 'windows.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Name;E-Mail;City;State\r\nRen\xe9e D\x92Souza;rene@example.com;Pune;Maharashtra\r\n',
      'latin1',
    ),
  })
  await check.click()
  await expect(page.getByText('The file is not in UTF-8, so it was read as Windows text')).toBeVisible()
  await page.getByLabel('Show').selectOption('All rows')
  await expect(page.getByRole('cell', { name: 'Renée D’Souza' })).toBeVisible()
  await expect(page.getByText('Some columns are ignored')).toHaveCount(0)
  await waitForToasts(page)
  expect(await accessibilityViolations(page, ['light'])).toEqual([])

  await page.getByLabel('CSV file').setInputFiles(file)
  await page.getByLabel(/Email the people in the list/).check()
  await check.click()
  await expect(page.getByRole('heading', { name: 'Preview of the import of members of old.csv' })).toBeFocused()
  await expect(page.getByText('E-Mail: Please enter a valid email address')).toBeVisible()
  await expect(page.getByText('Starts like a formula')).toBeVisible()
  await expect(page.getByText(/There is no membership tier “Gold”/)).toBeVisible()
  await expect(page.locator('#content').getByText('Board seats')).toBeVisible()
  await page.getByLabel('Show').selectOption('All rows')
  await expect(page.getByRole('row', { name: /Asha Old/ })).toContainText(/Annual Membership.*until 31 Mar/)
  await waitForToasts(page)
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
  const toMend = await exportFile(page, 'Download the invalid rows')
  expect(toMend.name).toBe('members-to-mend.csv')
  expect(toMend.content.toString('utf8')).toContain('E-Mail: Please enter a valid email address,No Address,')
  await page.getByRole('button', { name: 'Import 2 members' }).click()
  const ask = page.getByRole('dialog', { name: 'Import members of old.csv?' })
  await expect(ask).toContainText(
    '2 accounts will be created. 1 membership will be granted. 2 emails will be sent. 3 rows will be skipped.',
  )
  await ask.getByLabel('Current password').fill('Boardcircle-Demo-1')
  await ask.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Import Started')).toBeVisible()
  const row = page.getByRole('row', { name: /members of old\.csv/ })
  await expect(row).toContainText('Done, 5 rows', { timeout: 20_000 })
  await waitForToasts(page)
  expect(await accessibilityViolations(page, ['light'])).toEqual([])

  const mail = await site.mail(asha, /Choose a password/)
  expect(mail.text).toContain(`is valid until 31 Mar ${new Date().getFullYear() + 1}`)
  const link = mail.text.match(/\/reset-password\?token=\S+/)?.[0] ?? ''
  const member = await (await browser.newContext({ baseURL: site.url })).newPage()
  await member.goto(link)
  await expect(member.getByRole('heading', { name: 'Choose your password', level: 1 })).toBeVisible()
  await member.getByLabel('New password', { exact: true }).fill('Arabian Sea 42')
  await member.getByLabel(/Confirm/).fill('Arabian Sea 42')
  await member
    .getByRole('button', { name: /password/i, exact: false })
    .last()
    .click()
  await expect(member.getByText('Your password has been reset successfully').first()).toBeVisible()
  await member.context().close()

  // Choose the same file again.
  await page.getByLabel('CSV file').setInputFiles(file)
  await check.click()
  await expect(page.getByText('There is nothing to import, because no one in this file is new.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 0 members' })).toBeDisabled()
  await page.goto('/admin/members?search=Old')
  await expect(page.getByRole('row', { name: /Bina Old/ }).getByText('Legacy', { exact: true })).toBeVisible()
})

test('the payments screens show totals, filtered lists and empty results', async ({ page }) => {
  await openConsole(page, '/admin/payments', 'Payment Tracking')
  for (const words of ['Total Revenue', /^Active memberships: \d+$/, 'Awaiting completion'])
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  await page.getByRole('navigation', { name: 'Payments' }).getByRole('link', { name: 'All Transactions' }).click()
  await expect(page).toHaveURL(/\/admin\/payments\/transactions$/)
  await page.getByLabel('Status', { exact: true }).selectOption('Failed')
  await expect(page).toHaveURL(/status=failed/)
  await expect(page.getByRole('row', { name: /Sarojini Pillai/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Shirin Irani/ })).toHaveCount(0)
  await page.getByRole('searchbox').fill('nobody has this name')
  await expect(page.getByText('No transactions match your search criteria.')).toBeVisible()
  await waitForToasts(page)
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page).not.toHaveURL(/status=/)
})
