import type { Page } from '@playwright/test'
import { openConsole } from './console'
import { accessibilityViolations } from './faults'
import { moveCaret } from './keys'
import { expect, freshEmail, type Site, test } from './site'

const path = '/admin/email-texts/welcome'

// Later tests use the same site.
test.afterEach(async ({ page }) => {
  const { draft, builtIn, isChanged, wording } = await (await page.request.get('/api/email-texts/welcome')).json()
  await page.request.put('/api/email-texts/welcome/draft', { data: { ...wording, version: draft.version } })
  if (isChanged) await page.request.post('/api/email-texts/welcome/restore', { data: { version: 0 } })
  expect((await (await page.request.get('/api/email-texts/welcome')).json()).wording).toEqual(builtIn)
})

/** Creates an account, and returns the email that welcomes it. */
async function signUp(page: Page, site: Site, name: string) {
  const email = freshEmail('welcome')
  const answer = await page.request.post('/api/register', {
    data: { name, email, phone: '+919876543210', location: 'Pune, Maharashtra', password: 'Monsoon Ledger 7' },
  })
  expect(answer.status(), await answer.text()).toBeLessThan(300)
  return site.mail(email, /./)
}

test('an editor changes a sentence and a chip of an email without code, sees the preview, and publishes', async ({
  page,
  site,
}) => {
  test.slow()
  await openConsole(page, path, /^Welcome$/)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await expect(text).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('{{')

  await test.step('a sentence', async () => {
    await text.getByText('Questions? Reply to this email.').click()
    await moveCaret(page, 'End')
    await page.keyboard.type(' We look forward to meeting you.')
    await expect(page.getByText('Draft saved, not published yet')).toBeVisible()
  })
  await test.step('a value in the subject', async () => {
    const subject = page.getByRole('textbox', { name: 'Subject' })
    await subject.click()
    await moveCaret(page, 'End')
    await page.keyboard.type(', ')
    await page.getByLabel('Insert into: Subject').selectOption({ label: 'Name' })
    await expect(subject.locator('.chip')).toHaveText(['Name of the site', 'Name'])
  })
  await test.step('the words of a condition', async () => {
    await text.locator('.chip-condition').first().click()
    const dialog = page.getByRole('dialog', { name: 'Text that is shown only sometimes' })
    await expect(dialog.getByLabel('Show it only if')).toHaveValue('name')
    const words = dialog.getByRole('textbox', { name: 'The words' })
    await words.click()
    await moveCaret(page, 'Home')
    for (const _letter of 'Dear') await page.keyboard.press('Delete')
    await page.keyboard.type('Namaste')
    expect(await accessibilityViolations(page, ['light'])).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(text.locator('.chip-condition').first()).toContainText('Namaste ‹Name›,')
  })
  await test.step('the preview', async () => {
    const preview = page.frameLocator('iframe[title="Preview of the email"]')
    await expect(preview.getByText('Namaste Asha Rao,')).toBeVisible()
    await expect(preview.getByText('We look forward to meeting you.')).toBeVisible()
    await expect(page.getByText('Welcome to Boardcircle, Asha Rao')).toBeVisible()
    expect(await accessibilityViolations(page, ['light', 'dark'])).toEqual([])
  })

  const before = await signUp(page, site, 'Bina Das')
  expect(before.text).not.toContain('Namaste')
  await expect(page.getByText('Draft saved, not published yet')).toBeVisible()
  await page.reload()
  await expect(text.locator('.chip-condition').first()).toContainText('Namaste')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('No unpublished changes')).toBeVisible()

  const after = await signUp(page, site, 'Bina Das')
  expect(after.subject).toBe('Welcome to Boardcircle, Bina Das')
  expect(after.text).toContain('Namaste Bina Das,')
  expect(after.text).toContain('We look forward to meeting you.')
  expect(after.html).toContain('Namaste Bina Das,')

  await test.step('the history', async () => {
    await page.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('dialog', { name: 'History of this email' })
    await history.getByRole('button', { name: /^Compare with: Original text/ }).click()
    await expect(history.locator('del').filter({ hasText: 'We look forward' })).toBeVisible()
    await history.getByRole('button', { name: /^Restore ?: Original text/ }).click()
    await expect(page.getByText('Draft saved, not published yet')).toBeVisible()
    await expect(text).not.toContainText('We look forward')
  })
})

test('a button, a frame and a link are added with the keyboard', async ({ page }) => {
  await openConsole(page, path, /^Welcome$/)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.locator('p').last().click()
  await moveCaret(page, 'Control+End')
  await page.keyboard.press('Enter')
  await expect(text.locator('p').last()).toHaveText('')
  await page.keyboard.type('Until soon.')
  await page.getByLabel('Insert into: Text').selectOption({ label: 'Paragraphs only if…' })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Show it only if').selectOption({ label: 'the launch event is not over' })
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(text.locator('section[data-frame]')).toContainText('Only if the launch event is not over')
  // The cursor is in the text again, where it was.
  await expect(text).toBeFocused()
  await page.keyboard.type('Good. ')
  await expect(text.locator('section[data-frame]')).toContainText('Good. Until soon.')
  await page.getByRole('button', { name: 'Change the condition' }).press('Enter')
  await dialog.getByRole('checkbox').press('Space')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(text.getByText('Otherwise', { exact: true })).toBeVisible()
  await expect(text).toBeFocused()

  await page.getByLabel('Insert into: Text').selectOption({ label: 'Button' })
  await dialog.getByLabel('Address').fill('/membership-plans')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(text).toBeFocused()
  await page.keyboard.type('See the plans')
  const draft = async () => (await (await page.request.get('/api/email-texts/welcome')).json()).draft.wording.body
  await expect.poll(draft).toContain('[See the plans]({{siteURL}}/membership-plans "button")')
  expect(await draft()).toContain('{{if upcomingEventDay}}\n\nGood. Until soon.')
})

test('two admins who change the same email are both told', async ({ page }) => {
  await openConsole(page, path, /^Welcome$/)
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await expect(subject).toBeVisible()
  const { draft, wording } = await (await page.request.get('/api/email-texts/welcome')).json()
  const theirs = { ...wording, subject: 'Their subject', version: draft.version }
  // Theirs is stored while mine is on its way, before the page can show it.
  let store = () => {}
  const isStored = new Promise<void>((resolve) => {
    store = resolve
  })
  await page.route('**/api/email-texts/welcome/draft', async (route) => {
    await isStored
    await route.continue()
  })
  const mine = page.waitForRequest('**/api/email-texts/welcome/draft')
  await subject.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('My subject')
  await mine
  expect((await page.request.put('/api/email-texts/welcome/draft', { data: theirs })).status()).toBe(200)
  store()
  const dialog = page.getByRole('dialog', { name: /also changed/ })
  await expect(dialog).toContainText('Their subject')
  await expect(dialog).toContainText('My subject')
  await dialog.getByRole('button', { name: 'Use theirs' }).click()
  await expect(subject).toHaveText('Their subject')
})
