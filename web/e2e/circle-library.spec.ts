import type { Page } from '@playwright/test'
import { accessibilityViolations, overflows } from './faults'
import { expect, test } from './site'

const password = 'Boardcircle-Demo-1'

async function isWithoutFault(page: Page): Promise<void> {
  expect.soft(await accessibilityViolations(page), page.url()).toEqual([])
  expect.soft(await overflows(page), page.url()).toEqual([])
}

test('an editor adds a note, and a member finds, reads and bookmarks it', async ({ page, browser, site }) => {
  await test.step('the editor writes the note', async () => {
    const office = await (await browser.newContext({ baseURL: site.url })).newPage()
    const answer = await office.request.post('/api/admin/login', { data: { username: 'demo', password } })
    expect(answer.status()).toBe(200)
    await office.goto('/admin/library')
    await office.getByRole('link', { name: 'Add an item' }).click()
    await expect(office.getByRole('heading', { level: 1 })).toHaveText('New item')
    await office.getByLabel('Kind').selectOption('note')
    await office.getByLabel('Publish on').fill('2026-01-15')
    await office.getByLabel('Title').fill('Succession of the chair')
    await office.getByLabel('Abstract').fill('Who chooses, and when to start.')
    await office.getByLabel('Text').fill('## Begin early\n\nThe **nomination committee** begins two years before.')
    await office.getByLabel('Tags').fill('Succession')
    await office.getByRole('button', { name: 'Add an author' }).click()
    await office.getByRole('textbox', { name: 'Name' }).fill('Prabha Nambiar')
    await office.getByRole('textbox', { name: 'Email, if they are a member' }).fill('no.one@sample.example')
    await office.getByRole('button', { name: 'Save' }).click()
    await expect(office.getByText('No account has this email')).toBeVisible()
    await office.getByRole('textbox', { name: 'Email, if they are a member' }).fill('prabha.nambiar@sample.example')
    await office.getByRole('button', { name: 'Save' }).click()
    await expect(office.getByText('Members have seen it since 15 Jan 2026.')).toBeVisible()
    await office
      .getByLabel('PDF file of the item')
      .setInputFiles({ name: 'succession.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') })
    await expect(office.getByRole('link', { name: 'succession.pdf' })).toBeVisible()
    await expect(office.getByText('The search does not find words of this file.')).toBeVisible()
    await isWithoutFault(office)
    await office.context().close()
  })

  const signedIn = await page.request.post('/api/login', { data: { email: 'meera.krishnan@sample.example', password } })
  expect(signedIn.status()).toBe(200)
  await page.goto('/circle/library')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Library')
  await isWithoutFault(page)
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('nomination comm')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('link', { name: 'How nomination committees choose' })).toBeVisible()
  await page.getByRole('link', { name: 'Succession of the chair' }).click()
  await expect(page.getByRole('heading', { name: 'Begin early' })).toBeVisible()
  await page.getByRole('link', { name: 'Prabha Nambiar' }).click()
  await expect(page).toHaveURL(/circle\/directory\//)
  await page.goBack()
  const pdf = await page.request.get(
    (await page.getByRole('link', { name: 'Open the PDF' }).getAttribute('href')) ?? '',
  )
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  await isWithoutFault(page)
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect(page.getByRole('button', { name: 'Bookmark', pressed: true })).toBeVisible()
  await page.getByRole('link', { name: 'The library' }).click()
  await page.getByRole('checkbox', { name: 'My bookmarks' }).click()
  await expect(page.getByRole('link', { name: 'Terms and cooling-off' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Succession of the chair' }).click()
  await page.getByRole('link', { name: 'Succession', exact: true }).click()
  await expect(page.getByText('With the tag “Succession”')).toBeVisible()
})
