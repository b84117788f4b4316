import { openConsole } from './console'
import { accessibilityViolations, overflows } from './faults'
import { expect, freshEmail, test } from './site'

const password = 'Boardcircle-Demo-1'

test('an admin writes, previews, tests, sends, pauses and resumes a campaign, and a reader unsubscribes', async ({
  page,
  site,
  request,
}) => {
  // Two recipients in a city where no one else lives.
  const readers = [freshEmail('meera'), freshEmail('anita')]
  for (const email of readers) {
    const data = {
      name: 'Meera Rao',
      email,
      phone: '+919876543210',
      location: 'Panaji',
      password: 'Arabian Sea 42',
      requestType: 'enquiry',
    }
    expect((await request.post('/api/register', { data })).status()).toBe(201)
  }
  await openConsole(page, '/admin', 'Dashboard')
  await page.getByRole('link', { name: /Send Email Campaign/ }).click()
  await page.getByRole('button', { name: 'Write a campaign' }).click()
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible()

  await page.getByRole('textbox', { name: /^Name/ }).fill('Monsoon news')
  await page.getByRole('textbox', { name: /^Subject/ }).fill('News for {{firstName|you}}')
  await page
    .getByRole('textbox', { name: /^Text/ })
    .fill('# The circle meets\n\nDear {{firstName|friend}},\n\n[Read more](https://example.com/more "button")')
  const preview = page.frameLocator('iframe[title="Preview of the email"]')
  await expect(preview.getByRole('heading', { name: 'The circle meets' })).toBeVisible()
  await page.getByRole('textbox', { name: /^Preview as/ }).fill(readers[0] ?? '')
  await expect(preview.getByText('Dear Meera,')).toBeVisible()
  await page.getByRole('button', { name: 'Plain text' }).click()
  await expect(page.getByText('Dear Meera,', { exact: false }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Dark', exact: true }).click()

  // A block at the end of the text, a second subject, and the check of the links.
  await page.getByRole('textbox', { name: /^Text/ }).press('Control+End')
  await page.getByRole('button', { name: 'Heading' }).click()
  await expect(preview.getByRole('heading', { name: 'A heading' })).toBeVisible()
  await page.getByRole('textbox', { name: /^Second subject/ }).fill('Rain, {{firstName|friend}}')
  await expect(page.getByText('Rain, Meera')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Test group/ })).toHaveValue('20')
  await page.getByRole('textbox', { name: /^Second subject/ }).fill('')
  // The press scrolls the page. Chromium may still send a click to the frame that was there before, but never a key.
  await page.getByRole('button', { name: 'Check links' }).press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'https://example.com/more' })).toBeVisible()

  await page.getByRole('button', { name: 'Add a condition' }).click()
  await page.getByLabel('Condition 1: about').selectOption({ label: 'Account' })
  await page.getByLabel('Condition 1: value').selectOption({ label: 'for an enquiry' })
  await expect(page.getByText(/^[\d,]+ recipients$/)).toBeVisible()
  await page.getByRole('button', { name: 'Save this segment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this segment' })
  await dialog.getByRole('textbox', { name: /^Name/ }).fill(`Enquiries ${readers[0]}`)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Start from a saved segment').getByRole('option', { selected: true })).toHaveText(
    `Enquiries ${readers[0]}`,
  )
  expect(await accessibilityViolations(page, ['light'])).toEqual([])

  // A test email to one address.
  const tester = freshEmail('office')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('textbox', { name: /^Send it to/ }).fill(tester)
  await page.getByRole('button', { name: 'Send test' }).click()
  expect((await site.mail(tester, /^\[Test\] News for you$/)).text).toContain('Dear friend,')

  // The count and the password start the campaign. The provider answers 429, which leaves time to pause it.
  await request.post('/sandbox/brevo/switches', { data: { fault: '429', reset: 2 } })
  await page.getByRole('button', { name: 'Send the campaign' }).click()
  const hint = page.getByText(/^Enter the number of recipients, \d+, to confirm\.$/)
  const count = /\d+/.exec((await hint.textContent()) ?? '')?.[0] ?? ''
  await page.getByRole('textbox', { name: /^Number of people/ }).fill(count)
  await page.getByLabel(/^Current password/).fill(password)
  await page.getByRole('button', { name: 'Send campaign' }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused')).toBeVisible()
  await request.post('/sandbox/brevo/switches', { data: {} })
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Every email has been handed to the provider.')).toBeVisible({ timeout: 60_000 })
  await expect(
    page.getByText(new RegExp(`^${Number(count).toLocaleString('en-IN')} of \\S+ emails sent$`)),
  ).toBeVisible()

  await expect(page.getByText('within seven days of their email')).toBeVisible()
  await expect(page.getByText('Recipients')).toBeVisible()

  // The recipient follows the link in the footer and unsubscribes.
  const mail = await site.mail(readers[0] ?? '', /^News for Meera$/)
  const link = /http\S+\/unsubscribe\/\S+/.exec(JSON.stringify(mail))?.[0].replace(/[>"\\].*$/, '') ?? ''
  await page.goto(link)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('You are unsubscribed.')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.goto('/admin/suppressions') // a former address
  await expect(page).toHaveURL(/\/admin\/emails\?part=suppressed$/)
  await expect(page.getByRole('row', { name: readers[0] })).toContainText('Unsubscribed')
  await page.setViewportSize({ width: 360, height: 800 })
  await expect.poll(() => overflows(page)).toEqual([])
})
