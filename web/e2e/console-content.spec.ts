import type { Browser, Page } from '@playwright/test'
import { openConsole } from './console'
import { accessibilityViolations, overflows } from './faults'
import { expect, openUntilShown, type Site, test } from './site'

type Text = { key: string; kind: string; published: unknown; draft: unknown; version: number }

async function textsOf(page: Page, name: string): Promise<Text[]> {
  return (await (await page.request.get(`/api/texts/${name}`)).json()).texts
}

/** The texts of the pages that a test changes, as they were before. */
const before = new Map<string, Text[]>()
test.beforeEach(async ({ page }) => {
  await openConsole(page, '/admin/content', 'Content Management')
  before.clear()
  before.set('landing', await textsOf(page, 'landing'))
})

// Later tests use the same site, with the texts that the demo's office has changed.
test.afterEach(async ({ page }) => {
  for (const [name, texts] of before) {
    const former = new Map(texts.map(({ key, published }) => [key, published]))
    for (const { key, kind, published, draft, version } of await textsOf(page, name)) {
      const isUnchanged = !draft && JSON.stringify(published) === JSON.stringify(former.get(key))
      if (kind === 'list' || !former.has(key) || isUnchanged) continue
      await page.request.put(`/api/texts/${name}`, { data: { key, version, value: former.get(key) } })
      await page.request.post(`/api/texts/${name}/publish`, { data: { keys: [key] } })
    }
  }
})

async function openEditor(page: Page, name = 'Landing page'): Promise<void> {
  await openConsole(page, '/admin/content', 'Content Management')
  // The server starts a renderer for this page alone, which takes long on a busy machine.
  await page.getByRole('link', { name: `Edit ${name}`, exact: true }).click({ timeout: 60_000 })
  await expect(page.getByText('All changes saved as drafts')).toBeVisible({ timeout: 60_000 })
}

/** Replaces a text of the page in its place. */
async function write(page: Page, key: string, words: string): Promise<void> {
  await page.locator(`[data-text="${key}"]`).filter({ visible: true }).first().click()
  const editor = page.locator('.text-editor')
  await expect(editor).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(words)
  await page.keyboard.press('Escape')
  await expect(editor).toHaveCount(0)
  await expect(page.getByText('All changes saved as drafts')).toBeVisible()
}

/** A visitor's page without JavaScript. */
async function visit(browser: Browser, site: Site): Promise<Page> {
  return (await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })).newPage()
}

test('an editor changes a text in each section in its place, publishes, and a visitor without JavaScript reads it', async ({
  page,
  browser,
  site,
}) => {
  test.slow()
  await openEditor(page)
  const { texts } = await (await page.request.get('/api/texts/landing')).json()
  const keys = new Map<string, string>()
  for (const { key, kind } of texts as { key: string; kind: string }[]) {
    const section = key.split('.')[1] ?? ''
    const isShown = (await page.locator(`[data-text="${key}"]`).count()) > 0
    if ((kind === 'plain' || kind === 'rich') && isShown && !keys.has(section)) keys.set(section, key)
  }
  expect(keys.size).toBeGreaterThan(5)
  for (const [section, key] of keys) await write(page, key, `The words of ${section}.`)

  const visitor = await visit(browser, site)
  await visitor.goto('/')
  await expect(visitor.getByText('The words of hero.')).toHaveCount(0)

  await page.getByRole('button', { name: /^Publish \d/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Unpublished changes' })
  await dialog.getByRole('button', { name: `Publish ${keys.size} changes` }).click()
  await expect(page.getByText(`Published ${keys.size} changes at`)).toBeVisible()
  await openUntilShown(visitor, '/', visitor.getByText('The words of hero.').first())
  for (const section of keys.keys())
    expect.soft(await visitor.locator('body').textContent(), section).toContain(`The words of ${section}.`)

  // The editor looks at the page as visitors see it, and returns.
  await page.getByRole('button', { name: 'Stop editing' }).click()
  await expect(page.getByRole('region', { name: 'Editing' })).toHaveCount(0)
  await openEditor(page)
  await page.getByRole('button', { name: 'Undo the publication' }).click()
  // The editor restores the texts one after the other.
  await expect(page.getByText('Publication Undone')).toBeVisible({ timeout: 60_000 })
  await openUntilShown(visitor, '/', visitor.getByRole('heading', { level: 1, name: /10,000 Women/ }))
})

// The other pages are for people with an account or a link, who need JavaScript.
for (const name of [
  'Membership plans',
  'Public page of a session',
  'Sign-in and passwords',
  'Terms and conditions',
  'Privacy policy',
  'Cancellation and refunds',
  'Page not found',
])
  test(`an editor changes a text in each section of “${name}”, and a visitor without JavaScript reads it`, async ({
    page,
    browser,
    site,
  }) => {
    test.slow()
    await openEditor(page, name)
    const path = new URL(page.url()).pathname
    const shown = await page.locator('main [data-text]').filter({ visible: true }).all()
    const keys = new Map<string, string>()
    for (const text of shown) {
      const key = (await text.getAttribute('data-text')) ?? ''
      const [owner = '', section = ''] = key.split('.')
      // Texts of buttons and pictures, and texts for screen readers, are edited in a dialog.
      const isInPlace = await text.evaluate(
        (element) => !element.matches('img, button *, option, .sr-only, .sr-only *'),
      )
      if (!isInPlace || keys.has(`${owner}.${section}`)) continue
      keys.set(`${owner}.${section}`, key)
      if (!before.has(owner)) before.set(owner, await textsOf(page, owner))
    }
    expect([...keys.keys()].some((section) => !section.startsWith('site.'))).toBe(true)
    for (const [section, key] of keys) await write(page, key, `The words of ${section}.`)
    await page.getByRole('button', { name: /^Publish \d/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Publish \d/ })
      .click()
    await expect(page.getByText(/^Published \d+ changes? at/)).toBeVisible()

    const visitor = await visit(browser, site)
    for (const section of keys.keys())
      await openUntilShown(visitor, path, visitor.getByText(`The words of ${section}.`).first())
  })

test('an editor who visits a page of the site switches editing on, and a visitor is not offered it', async ({
  page,
  browser,
  site,
}) => {
  await page.goto('/hi/membership-plans')
  const bar = page.getByRole('complementary', { name: 'For editors' })
  await expect(bar).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await overflows(page)).toEqual([])
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(bar).toBeHidden()
  await page.goto('/hi/membership-plans')
  await bar.getByRole('link', { name: 'Edit this page' }).click()
  await expect(page.getByText('All changes saved as drafts')).toBeVisible({ timeout: 60_000 })
  await expect(page).toHaveURL('/hi/membership-plans?edit')
  await expect(bar).toBeHidden()

  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage()
  const scripts: string[] = []
  visitor.on('request', (request) => scripts.push(request.url()))
  await visitor.goto('/hi/membership-plans')
  await expect(visitor.locator('html[data-live]')).toBeAttached()
  await visitor.waitForLoadState('networkidle')
  await expect(visitor.getByRole('complementary', { name: 'For editors' })).toBeHidden()
  expect(scripts.filter((url) => /edit-link|admin\/access/.test(url))).toEqual([])
})

test('two editors who change the same text are both told, and one chooses', async ({ page, browser, site }) => {
  const key = 'landing.hero.subtitle'
  await openEditor(page)
  const other = await (await browser.newContext({ baseURL: site.url })).newPage()
  await openEditor(other)
  await page.locator(`[data-text="${key}"]`).first().click()
  await expect(page.locator('.text-editor')).toBeFocused()
  // The first editor is offline for a moment, so that the second saves before.
  await page.context().setOffline(true)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Words of the first')
  await write(other, key, 'Words of the second')
  await page.context().setOffline(false)
  const dialog = page.getByRole('dialog', { name: /also changed/ })
  await expect(dialog.getByText('Words of the second')).toBeVisible()
  await expect(dialog.getByText('Words of the first')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText('All changes saved as drafts')).toBeVisible()
  await expect(other.locator(`[data-text="${key}"]`).first()).toHaveText('Words of the first')
  await other.context().close()
})

test('an editor reorders a list with the keyboard and hides an item, and a visitor without JavaScript sees it', async ({
  page,
  browser,
  site,
}) => {
  const before: string[] = (await (await page.request.get('/api/site/texts/landing')).json()).lists['faq.cards']
  const visitor = await visit(browser, site)
  await openEditor(page)
  await page.getByLabel('Edit a list').selectOption('landing.faq.cards')
  const list = page.getByRole('dialog')
  const items = list.getByRole('button', { expanded: false })
  await expect(items).toHaveCount(before.length)
  await expect(list.getByText('Hidden', { exact: true })).toHaveCount(0)
  const [first = '', second = ''] = await items.allTextContents()
  await list.getByRole('button', { name: `Move ${first.trim()} down` }).press('Enter')
  await expect(items.first()).toHaveText(second)
  await list.getByRole('button', { name: `Hide ${first.trim()}` }).press('Enter')
  await expect(list.getByText('Hidden', { exact: true })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByText('All changes saved as drafts')).toBeVisible()

  await page.getByRole('button', { name: /^Publish 1/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Unpublished changes' })
  await dialog.getByRole('button', { name: 'Publish 1 change' }).click()
  await expect(page.getByText('Published 1 change at')).toBeVisible()
  const questions = visitor.locator('#faq summary')
  await openUntilShown(visitor, '/', questions.first().getByText(second.trim()))
  await expect(questions.first()).toHaveText(second.trim())
  await expect(questions).toHaveCount(before.length - 1)

  await page.getByRole('button', { name: 'Undo the publication' }).click()
  await expect(page.getByText('Publication Undone')).toBeVisible()
  const after = await (await page.request.get('/api/site/texts/landing')).json()
  expect(after.lists['faq.cards']).toEqual(before)
})

test('a scheduled text appears at its minute', async ({ page, browser, site }) => {
  test.slow()
  await openEditor(page)
  await write(page, 'landing.hero.subtitle', 'Words for later')
  await page.getByRole('button', { name: /^Publish \d/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Unpublished changes' })
  await dialog.getByRole('button', { name: 'Schedule…' }).click()
  const inIndia = new Date(Date.now() + 5.5 * 3_600_000 + 90_000).toISOString().slice(0, 16)
  await dialog.getByLabel('Publish at').fill(inIndia)
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible()
  const visitor = await visit(browser, site)
  await visitor.goto('/')
  await expect(visitor.getByText('Words for later')).toHaveCount(0)
  await expect(async () => {
    await visitor.goto('/')
    await expect(visitor.getByText('Words for later')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 150_000 })
})

test('an editor finds the texts of the public page of a session in their place, and in a list', async ({ page }) => {
  await page.getByRole('link', { name: 'Edit Public page of a session' }).click({ timeout: 60_000 })
  await expect(page.getByText('All changes saved as drafts')).toBeVisible({ timeout: 60_000 })
  await page.locator('[data-text^="session."]').first().click()
  await expect(page.locator('.text-editor')).toBeFocused()

  // Without a session the console links to a text that the landing page does not show.
  await page.goto('/')
  await page.goto('/?edit#session.head.title')
  const texts = page.getByRole('dialog', { name: 'All texts of this page' })
  await expect(texts.getByRole('textbox', { name: 'Head › Title' })).toBeFocused({ timeout: 60_000 })
})

test('an editor changes a label of the nomination form in its place, and an option in the list of all texts', async ({
  page,
}) => {
  await openEditor(page)
  await write(page, 'nomination.fields.city.label', 'City or town')
  await expect(page.locator('[data-text="nomination.fields.city.label"]')).toHaveText('City or town')
  await page.locator('select[name="industry"]').click()
  const dialog = page.getByRole('dialog', { name: 'All texts of this page' })
  await expect(dialog.getByRole('heading', { name: 'Nomination · Fields' })).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: /Industry › Options › Financial services/ })).toBeFocused()
  await page.keyboard.type(' and funds')
  await page.keyboard.press('Escape')
  await expect(page.getByText('All changes saved as drafts')).toBeVisible()

  await page.getByRole('button', { name: /^Publish 2/ }).click()
  const changes = page.getByRole('dialog', { name: 'Unpublished changes' })
  await changes.getByRole('button', { name: 'Discard…' }).click()
  await changes.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page.getByText('Changes Discarded')).toBeVisible()
})

test('an editor changes the title and the description of a page, sees them as a card, and search engines read them', async ({
  page,
  browser,
  site,
}) => {
  await openEditor(page)
  await page.getByRole('button', { name: 'Search and sharing' }).click()
  const dialog = page.getByRole('dialog', { name: 'Search and sharing' })
  await dialog.getByRole('textbox', { name: 'Title' }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('A circle for directors')
  await expect(dialog.getByRole('region', { name: 'As a search result' })).toContainText('A circle for directors')
  await expect(dialog.getByRole('region', { name: 'As a card' })).toContainText('A circle for directors')
  await expect(dialog.getByText('22 characters')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('All changes saved as drafts')).toBeVisible()
  await page.getByRole('button', { name: /^Publish 1/ }).click()
  await page
    .getByRole('dialog', { name: 'Unpublished changes' })
    .getByRole('button', { name: 'Publish 1 change' })
    .click()
  await expect(page.getByText('Published 1 change at')).toBeVisible()

  const visitor = await visit(browser, site)
  await expect
    .poll(async () => {
      await visitor.goto('/')
      return visitor.title()
    })
    .toBe('A circle for directors')
  await expect(visitor.locator('meta[property="og:title"]')).toHaveAttribute('content', 'A circle for directors')
})

test('an editor creates, switches off and deletes a section in its list', async ({ page, browser, site }) => {
  await openConsole(page, '/admin/content', 'Content Management')
  await page.getByRole('link', { name: 'Sections', exact: true }).click()
  const visitor = await visit(browser, site)
  const expectHero = (title: string | undefined) =>
    expect
      .poll(async () => {
        await visitor.goto('/')
        const hero = visitor.locator('section[aria-labelledby=hero-heading] h1')
        return (await hero.count()) > 0 ? (await hero.innerText()).replaceAll('\n', ' ').trim() : undefined
      })
      .toBe(title)

  const create = page.getByRole('button', { name: 'Create', exact: true }).first()
  await create.click()
  await expect(create).toBeDisabled()
  const form = page.getByRole('region', { name: 'New section' })
  await form.getByLabel('Section').selectOption('Hero')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Creation Failed').first()).toBeVisible()
  await form.getByLabel(/^Title/).fill('A table of our own')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Content Created')).toBeVisible()
  await expectHero('A table of our own')

  await page.getByRole('button', { name: 'Edit A table of our own' }).click()
  for (const button of await page.getByRole('button', { name: /^(Edit|Delete) |^Create$/ }).all())
    await expect(button).toBeDisabled()
  await page.getByLabel(/^Active/).uncheck()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Content Updated')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'A table of our own' })).toContainText('Inactive')
  await expectHero(undefined)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveCount(1)

  await page.getByRole('button', { name: 'Delete A table of our own' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Content Deleted')).toBeVisible()
  await expectHero('10,000 Women, One Circle, One Vision')
})

test('an editor redirects an old address, and a visitor gets to the page', async ({ page, browser, site }) => {
  await openConsole(page, '/admin/content/redirects', 'Redirects')
  await page.getByRole('button', { name: 'Add a redirect' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a redirect' })
  await dialog.getByRole('textbox', { name: 'Old address' }).fill('/membership-plans')
  await dialog.getByRole('textbox', { name: 'New address' }).fill('/#about')
  await dialog.getByRole('button', { name: 'Add the redirect' }).click()
  await expect(dialog.getByText('This address has a page, so it cannot be redirected')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Old address' }).fill('/About-Us/')
  await dialog.getByRole('button', { name: 'Add the redirect' }).click()
  await expect(page.getByRole('cell', { name: '/about-us', exact: true })).toBeVisible()

  const visitor = await visit(browser, site)
  await visitor.goto('/about-us')
  expect(new URL(visitor.url()).pathname + new URL(visitor.url()).hash).toBe('/#about')

  await page.getByRole('button', { name: 'Delete /about-us' }).click()
  await page.getByRole('button', { name: 'Delete the redirect' }).click()
  await expect(page.getByText('No redirects yet')).toBeVisible()
})
