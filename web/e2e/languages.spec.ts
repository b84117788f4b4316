import { expect, test } from './site'
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

for (const language of ['hi', 'mr'])
  test(`the pages in ${language} are accessible at each width in both themes`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const path of ['', '/membership-plans', '/auth', '/privacy-policy', '/no-such-page']) {
      await page.goto(`/${language}${path}`)
      await expect(page.locator('html')).toHaveAttribute('lang', `${language}-IN`)
      await page.locator('html[data-live]').waitFor()
      await expectNoFaultsOfPageAndDialogs(page)
    }
  })
