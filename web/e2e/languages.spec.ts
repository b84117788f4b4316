import type { Page } from '@playwright/test'
import { openConsole } from './console'
import { expect, openUntilShown, test } from './site'
import { expectNoFaultsOfPageAndDialogs } from './walk'

test('a visitor switches to Hindi, and returns in Hindi until they choose English', async ({ page }) => {
  await page.goto('/membership-plans')
  await page.locator('html[data-live]').waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'हिन्दी' }).click()
  await expect(page).toHaveURL(/\/hi\/membership-plans$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN')

  // links stay in the language
  await page.locator('html[data-live]').waitFor()
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/hi$/)

  // the next visit
  await page.goto('about:blank')
  await page.goto('/terms-conditions#fees')
  await expect(page).toHaveURL(/\/hi\/terms-conditions#fees$/)

  await page.locator('html[data-live]').waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(/:\d+\/terms-conditions/)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/10,000 Women/)
  await expect(page).toHaveURL(/:\d+\/$/)
})

test('a section that is only in English has no address in Hindi', async ({ page }) => {
  await page.goto('/hi')
  await page.goto('/hi/account')
  await expect(page).toHaveURL(/:\d+\/account$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Authentication Required')
})

test('a page keeps its language when it removes the token of its link from the address', async ({ page }) => {
  for (const path of ['nomination?token=x', 'nomination?draft=x', 'auth?invitation=x', 'reset-password?token=x']) {
    await page.goto(`/hi/${path}`)
    await expect(page).toHaveURL(new RegExp(`/hi/${path.split('?')[0]}$`))
  }
})

test('a visitor without a connection is told so in the language of the page', async ({ page, context }) => {
  await page.goto('/hi/forgot-password')
  await page.locator('html[data-live]').waitFor()
  await page.getByRole('textbox').fill('asha@example.com')
  await context.setOffline(true)
  await page.getByRole('main').getByRole('button').click()
  await expect(page.getByText('सर्वर से संपर्क नहीं हो सका।').first()).toBeVisible()
})

test('the links of an email in Hindi lead to pages in Hindi', async ({ page, site }) => {
  const email = 'hindi.reader@example.com'
  await page.goto('/hi')
  const account = { name: 'Asha Rao', email, phone: '+919876543210', location: 'Pune', password: 'Monsoon Ledger 7' }
  const headers = { 'Content-Language': 'hi' }
  expect((await page.request.post('/api/register', { data: account, headers })).status()).toBe(201)
  const { html } = await site.mail(email, /स्वागत/)
  await page.goto(html.match(/[^"]*\/preferences\/[^"]*/)?.[0] ?? '')
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN')
  await page.getByRole('checkbox').first().uncheck()
  await page.getByRole('button').click()
  await expect(page.getByRole('status')).toHaveText('आपकी पसंद सहेज ली गई है।')
  await expect(page.getByRole('checkbox').first()).not.toBeChecked()
  await expectNoFaultsOfPageAndDialogs(page)
})

for (const language of ['hi', 'mr'])
  for (const path of ['', '/membership-plans', '/auth', '/privacy-policy', '/no-such-page'])
    test(`/${language}${path} is accessible at each width in both themes`, { tag: '@sweep' }, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto(`/${language}${path}`)
      await expect(page.locator('html')).toHaveAttribute('lang', `${language}-IN`)
      await page.locator('html[data-live]').waitFor()
      await expectNoFaultsOfPageAndDialogs(page)
    })

test('an editor translates a text that visitors read in English, and confirms an outdated translation', async ({
  page,
  browser,
  site,
}) => {
  await openConsole(page, '/admin/content', 'Content Management')
  const { texts } = await (await page.request.get('/api/texts/landing')).json()
  const { version } = texts.find((text: { key: string }) => text.key === 'landing.hero.subtitle')
  const draft = { key: 'landing.hero.subtitle', version, value: 'The circle of women on the boards of India.' }
  await page.request.put('/api/texts/landing', { data: draft })
  await page.request.post('/api/texts/landing/publish', { data: { keys: [draft.key] } })

  // The demo's office has added a text to the landing page.
  await page.goto('/hi?edit')
  const flagged = page.locator('[data-text="landing.membership.body"]')
  await expect(flagged).toHaveAttribute('lang', 'en')
  await expect(flagged).toHaveCSS('outline-style', 'dashed')

  await page.goto('/admin/content')
  await page.getByRole('link', { name: /^Translate \d+ texts in Hindi$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hindi translations')

  await skipTo(page, 'Landing page: Hero › Subtitle')
  await expect(page.getByRole('region', { name: 'English' }).locator('ins').first()).toBeVisible()
  await page.getByRole('button', { name: 'Still right' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Published/ })).toBeVisible()

  await skipTo(page, 'Landing page: Membership › Body')
  await page.getByRole('textbox', { name: 'Hindi' }).click()
  await page.keyboard.type('हर निदेशक के लिए एक जगह।')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Landing page: Membership › Body' })).toBeHidden()

  const visitor = await (await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })).newPage()
  await openUntilShown(visitor, '/hi', visitor.getByText('हर निदेशक के लिए एक जगह।'))
})

/** Skips texts until the one with a heading is shown. */
async function skipTo(page: Page, heading: string): Promise<void> {
  const current = page.getByRole('main').getByRole('heading', { level: 2 })
  for (let skipped = 0; skipped < 500 && (await current.textContent()) !== heading; skipped++)
    await page.getByRole('button', { name: 'Skip' }).click()
  await expect(current).toHaveText(heading)
}
