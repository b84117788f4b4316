import type { APIResponse, Page } from '@playwright/test'
import { openConsole } from './console'
import { accessibilityViolations } from './faults'
import { picture } from './picture'
import { expect, test } from './site'

/** A form of the office, with the label of a text and the button that saves it. */
type SharedForm = {
  name: string
  /** The address that creates the record, with its body. Without a body, the record always exists. */
  path: string
  body?: Record<string, unknown>
  open: (page: Page, id: string) => Promise<unknown>
  label: string
  /** What the first admin types, what the second types, and what the second types after both. */
  typed?: [string, string, string]
  save: string
  saved: string
  refusal: string
}

const words: [string, string, string] = [
  'Words of the first admin.',
  'Words of the second admin.',
  'Words of the first admin. And of the second.',
]

const forms: SharedForm[] = [
  {
    name: 'a plan',
    path: '/api/membership-tiers',
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
    path: '/api/events',
    body: { title: 'A shared session', host: 'Meera Krishnan', startsAt: '2099-03-31T18:30' },
    open: (page: Page, id: string) => page.goto(`/admin/sessions/${id}`),
    label: 'About the session',
    save: 'Save',
    saved: 'Session saved',
    refusal: 'This session was changed by someone else since you opened it.',
  },
  {
    name: 'an item of the library',
    path: '/api/library',
    body: { kind: 'note', title: 'A shared note', abstract: 'For the test.' },
    open: (page: Page, id: string) => page.goto(`/admin/library/${id}`),
    label: 'Abstract',
    save: 'Save',
    saved: 'The item was saved',
    refusal: 'This item was changed by someone else since you opened it.',
  },
  {
    name: 'a consultation',
    path: '/api/polls',
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
  {
    name: 'a collection of the library',
    path: '/api/library-collections',
    body: { title: 'A shared collection' },
    open: (page: Page, id: string) => page.goto(`/admin/library/collections/${id}`),
    label: 'Description',
    save: 'Save',
    saved: 'The collection was saved',
    refusal: 'This collection was changed by someone else since you opened it.',
  },
  {
    name: 'a coupon',
    path: '/api/coupons',
    body: { code: 'SHARED-COUPON', value: '20', isActive: false },
    open: async (page: Page) => {
      await page.goto('/admin/memberships/coupons')
      await page.getByRole('button', { name: 'Edit SHARED-COUPON' }).click()
    },
    label: 'Note',
    save: 'Save',
    saved: 'Coupon Updated',
    refusal: 'This coupon was changed by someone else since you opened it.',
  },
  {
    name: 'a redirect',
    path: '/api/redirects',
    body: { from: '/shared-circle', to: '/#about' },
    open: async (page: Page) => {
      await page.goto('/admin/content/redirects')
      await page.getByRole('button', { name: 'Change /shared-circle' }).click()
    },
    label: 'New address',
    typed: ['/#first', '/#second', '/#both'],
    save: 'Save',
    saved: 'The redirect was changed',
    refusal: 'This redirect was changed by someone else since you opened it.',
  },
  {
    name: 'a campaign',
    path: '/api/campaigns',
    body: { name: 'A shared campaign', segment: { match: 'all', conditions: [] } },
    open: (page: Page, id: string) => page.goto(`/admin/campaigns/${id}`),
    label: 'Subject',
    save: 'Save draft',
    saved: 'Campaign saved',
    refusal: 'This campaign was changed by someone else since you opened it.',
  },
  {
    name: 'the delay of an automation',
    path: '/api/automations/draft-abandoned',
    open: (page: Page) => page.goto('/admin/automations/draft-abandoned'),
    label: 'Hours after',
    typed: ['30', '31', '32'],
    save: 'Save delay',
    saved: 'Delay saved',
    refusal: 'This automation was changed by someone else since you opened it.',
  },
]

/** What restores the data that a test has changed. */
const restorers: ((page: Page) => Promise<APIResponse>)[] = []

// Also after a failure, because a retry creates the same records.
test.afterEach(async ({ page }) => {
  for (const restore of restorers.splice(0)) expect((await restore(page)).ok()).toBe(true)
})

for (const form of forms)
  test(`an admin does not overwrite what another has changed in ${form.name}`, async ({ page }) => {
    await openConsole(page, '/admin', 'Dashboard')
    await shareForm(page, form)
  })

test('an admin does not overwrite what another has changed in a saved segment', async ({ page }) => {
  await openConsole(page, '/admin', 'Dashboard')
  const everyone = { match: 'all', conditions: [] }
  const created = await page.request.post('/api/campaigns', { data: { name: 'A shared draft', segment: everyone } })
  const campaign = `/campaigns/${(await created.json()).id}`
  restorers.push(({ request }) => request.delete(`/api${campaign}`))
  await shareForm(page, {
    name: 'a saved segment',
    path: '/api/segments',
    body: {
      name: 'A shared segment',
      segment: { match: 'all', conditions: [{ field: 'city', op: 'is', value: 'Pune' }] },
    },
    open: async (window) => {
      await window.goto(`/admin${campaign}`)
      await window.getByLabel('Start from a saved segment').selectOption('A shared segment')
    },
    label: 'Condition 1: value',
    save: 'Update “A shared segment”',
    saved: 'Segment saved',
    refusal: 'This segment was changed by someone else since you opened it.',
  })
})

test('an admin does not send a campaign that someone else has changed since they opened it', async ({ page }) => {
  await openConsole(page, '/admin', 'Dashboard')
  const everyone = { match: 'all', conditions: [] }
  const created = await page.request.post('/api/campaigns', { data: { name: 'A draft to send', segment: everyone } })
  const address = `/campaigns/${(await created.json()).id}`
  restorers.push(({ request }) => request.delete(`/api${address}`))
  const change = async (subject: string) =>
    expect((await page.request.put(`/api${address}`, { data: { subject, content: 'Words.' } })).status()).toBe(200)
  const subject = page.getByRole('textbox', { name: /^Subject/ })
  const refused = page.getByRole('alert').filter({ hasText: 'This campaign was changed by someone else' })
  await change('The subject that was opened')
  await page.goto(`/admin${address}`)
  await expect(subject).toHaveValue('The subject that was opened')

  await test.step('with changes, which are saved first', async () => {
    await change('A changed subject')
    await subject.fill('My subject')
    for (const name of ['Send a test', 'Send the campaign']) {
      await page.getByRole('button', { name }).click()
      await expect(refused).toBeInViewport({ ratio: 1 })
      await expect(refused.locator(':focus')).toHaveText(/Load the current version/)
    }
    await refused.getByRole('button', { name: 'Load the current version' }).click()
    await expect(subject).toHaveValue('A changed subject')
  })

  await test.step('with changes that cannot be saved', async () => {
    await page.route(`**/api${address}`, (route) => route.abort())
    await subject.fill('My subject')
    await page.getByRole('button', { name: 'Send the campaign' }).click()
    // The toast, because the notice of the form is out of view.
    await expect(page.locator('[role=alert]:not(main *)').filter({ hasText: 'No answer' })).toBeInViewport()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.unroute(`**/api${address}`)
    await subject.fill('A changed subject')
  })

  await test.step('without changes', async () => {
    await change('A subject that was changed again')
    await page.getByRole('button', { name: 'Send the campaign' }).click()
    const dialog = page.getByRole('dialog')
    const hint = dialog.getByText(/^Enter the number of recipients, \d+, to confirm\.$/)
    const count = /\d+/.exec((await hint.textContent()) ?? '')?.[0] ?? ''
    await dialog.getByRole('textbox', { name: /^Number of people/ }).fill(count)
    await dialog.getByLabel(/^Current password/).fill('Boardcircle-Demo-1')
    await dialog.getByRole('button', { name: 'Send campaign' }).click()
    await expect(refused.locator(':focus')).toHaveText(/^Not sent/)
    expect(await accessibilityViolations(page, ['light', 'dark'])).toEqual([])
    await picture(page, 'overtaken-start')
    await refused.getByRole('button', { name: 'Load the current version' }).click()
    await expect(dialog).toBeHidden()
    await expect(subject).toHaveValue('A subject that was changed again')
    await expect(page.getByRole('textbox', { name: /^Name/ })).toBeFocused()
  })
})

/** Opens a form in two windows and changes it in both. The second is refused, loads the current version and saves. */
async function shareForm(page: Page, form: SharedForm) {
  const { name, path, body, open, label, typed: [first, second, both] = words, save, saved, refusal } = form
  const before = await (body ? page.request.post(path, { data: body }) : page.request.get(path)).then((got) =>
    got.json(),
  )
  restorers.push(({ request }) =>
    body ? request.delete(`${path}/${before.id}`) : request.put(path, { data: { delayHours: before.delayHours } }),
  )
  const other = await page.context().newPage()
  for (const window of [page, other]) await open(window, before.id)
  const field = (window: Page) => window.getByRole('textbox', { name: new RegExp(`^${label}`) }).first()
  // Both have read and changed the values before the first saves them.
  await field(other).fill(second)
  await field(page).fill(first)
  await page.getByRole('button', { name: save, exact: true }).click()
  await expect(page.getByText(saved)).toBeVisible()

  await other.getByRole('button', { name: save, exact: true }).click()
  const refused = other.getByRole('main').getByRole('alert').filter({ hasText: refusal })
  await expect(refused).toBeInViewport({ ratio: 1 })
  await expect(refused.locator(':focus')).toHaveText(new RegExp(refusal))
  await expect(other.getByText(refusal)).toHaveCount(1)
  await expect(field(other)).toHaveValue(second)
  expect(await accessibilityViolations(other, ['light', 'dark'])).toEqual([])
  await picture(other, `overtaken-${name.replaceAll(' ', '-')}`)

  await refused.getByRole('button', { name: 'Load the current version' }).click()
  await expect(field(other)).toHaveValue(first)
  await expect(refused).toHaveCount(0)
  await expect(other.locator('input:focus, textarea:focus, select:focus')).toBeVisible()
  await field(other).fill(both)
  await other.getByRole('button', { name: save, exact: true }).click()
  await expect(other.getByText(saved)).toBeVisible()
  await other.close()
}
