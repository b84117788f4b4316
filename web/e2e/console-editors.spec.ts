import type { Locator, Page } from '@playwright/test'
import { joinAs, openConsole } from './console'
import { accessibilityViolations } from './faults'
import { picture } from './picture'
import { expect, test } from './site'

/** The sentence about the other editors. */
const others = (page: Page): Locator => page.getByRole('status').filter({ hasText: /editing this/ })

const screens = [
  { name: 'a public page', what: 'page', path: '/membership-plans?edit' },
  { name: 'an email', what: 'email', path: '/admin/email-texts/nomination-declined' },
  { name: 'the translations', what: 'page', path: '/admin/content/languages/hi' },
]

test('two editors of the same text see each other until one leaves', async ({ page, browser, site }) => {
  test.slow()
  const office = await joinAs(page, browser, site, 'office')
  for (const { name, what, path } of screens)
    await test.step(name, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(others(page)).toHaveCount(0)
      const secondWindow = await page.context().newPage()
      await secondWindow.goto(path)
      await office.goto(path)
      await expect(others(office)).toHaveText(`demo is editing this ${what} too.`)
      await expect(others(page)).toHaveText(new RegExp(`^office-\\w+ is editing this ${what} too\\.$`))
      await expect(others(secondWindow)).toHaveText(new RegExp(`^office-\\w+ is editing this ${what} too\\.$`))
      expect(await accessibilityViolations(page, ['light', 'dark'])).toEqual([])
      await picture(page, `editors-${what}`)

      await office.goto('/admin/content')
      // A report that was under way when the page closed can arrive last. It expires after half a minute.
      await expect(others(page)).toHaveCount(0, { timeout: 60_000 })
      await secondWindow.close()
    })
  await office.context().close()
})

test('editors of one page in different languages do not see each other', async ({ page, browser, site }) => {
  const office = await joinAs(page, browser, site, 'office')
  await page.goto('/membership-plans?edit')
  const reported = office.waitForResponse((answer) => answer.url().includes('/presence'))
  await office.goto('/hi/membership-plans?edit')
  expect(await (await reported).json()).toEqual([])
  await office.context().close()
})

const words = 'Words of the first admin.'

/** The forms of the office, each with the label of a text and the button that saves it. */
const forms = [
  {
    name: 'a plan',
    create: '/api/membership-tiers',
    body: { name: 'Shared Circle', price: '9000', duration: 'lifetime', isActive: 'false', sortOrder: 95 },
    open: async (page: Page) => {
      await page.goto('/admin/memberships')
      await page.getByRole('button', { name: 'Edit Shared Circle' }).click()
    },
    label: 'Description',
    save: 'Save changes',
    saved: 'Membership Tier Updated',
    refusal: 'This plan was changed by someone else since you opened it.',
  },
  {
    name: 'a session',
    create: '/api/events',
    body: { title: 'A shared session', host: 'Meera Krishnan', startsAt: '2099-03-31T18:30' },
    open: (page: Page, id: string) => page.goto(`/admin/sessions/${id}`),
    label: 'About the session',
    save: 'Save',
    saved: 'Session saved',
    refusal: 'This session was changed by someone else since you opened it.',
  },
  {
    name: 'an item of the library',
    create: '/api/library',
    body: { kind: 'note', title: 'A shared note', abstract: 'For the test.' },
    open: (page: Page, id: string) => page.goto(`/admin/library/${id}`),
    label: 'Abstract',
    save: 'Save',
    saved: 'The item was saved',
    refusal: 'This item was changed by someone else since you opened it.',
  },
  {
    name: 'a consultation',
    create: '/api/polls',
    body: {
      title: 'A shared consultation',
      text: 'We propose a text.',
      question: 'Shall we send it?',
      options: ['Yes', 'No'],
      ballot: 'secret',
      discussionEndsAt: '2099-03-31',
    },
    open: (page: Page, id: string) => page.goto(`/admin/polls/${id}`),
    label: 'Question',
    save: 'Save draft',
    saved: 'The draft was saved',
    refusal: 'This consultation was changed by someone else since you opened it.',
  },
]

for (const { name, create, body, open, label, save, saved, refusal } of forms)
  test(`an admin does not overwrite what another has changed in ${name}`, async ({ page }) => {
    await openConsole(page, '/admin', 'Dashboard')
    const { id } = await (await page.request.post(create, { data: body })).json()
    const other = await page.context().newPage()
    for (const window of [page, other]) await open(window, id)
    const field = (window: Page) => window.getByRole('textbox', { name: new RegExp(`^${label}`) }).first()
    // Both have read the values before the first saves them.
    await expect(field(other)).toBeVisible()
    await field(page).fill(words)
    await page.getByRole('button', { name: save, exact: true }).click()
    await expect(page.getByText(saved)).toBeVisible()

    await field(other).fill('Words of the second admin.')
    await other.getByRole('button', { name: save, exact: true }).click()
    const refused = other.getByRole('main').getByRole('alert').filter({ hasText: refusal })
    await expect(refused).toBeInViewport({ ratio: 1 })
    await expect(refused.locator(':focus')).toHaveText(new RegExp(refusal))
    await expect(other.getByText(refusal)).toHaveCount(1)
    await expect(field(other)).toHaveValue('Words of the second admin.')
    expect(await accessibilityViolations(other, ['light', 'dark'])).toEqual([])
    await picture(other, `overtaken-${body.title ?? body.name}`)

    await refused.getByRole('button', { name: 'Load the current version' }).click()
    await expect(field(other)).toHaveValue(words)
    await expect(refused).toHaveCount(0)
    await field(other).fill(`${words} And of the second.`)
    await other.getByRole('button', { name: save, exact: true }).click()
    await expect(other.getByText(saved)).toBeVisible()
    await other.close()
    expect((await page.request.delete(`${create}/${id}`)).status()).toBe(204)
  })
