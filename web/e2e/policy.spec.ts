import { openConsole } from './console'
import { expect, test } from './site'

// The browser reports violations of a page's security policy as console errors, which fail every test (site.ts). These
// tests open each page for that purpose, rendered by the server and by following links.
const pages = [
  '/',
  '/auth',
  '/forgot-password',
  '/membership-plans',
  '/terms-conditions',
  '/privacy-policy',
  '/no-such-page',
]

test('no page violates its security policy', async ({ page }) => {
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (what: string) => violations.push(what))
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', (event) =>
      (window as unknown as { reportViolation(what: string): void }).reportViolation(
        `${event.violatedDirective} ${event.blockedURI}`,
      ),
    ),
  )
  for (const path of pages) {
    const answer = await page.goto(path)
    const policy = answer?.headers()['content-security-policy'] ?? ''
    expect.soft(policy, path).not.toContain("style-src 'self' 'unsafe-inline'")
    expect.soft(policy.includes('razorpay'), path).toBe(path === '/membership-plans')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.locator('html[data-live]').waitFor()
    await page.waitForLoadState('networkidle')
    expect.soft(violations.splice(0), path).toEqual([])
  }
})

test('a link to the plans loads the document, with the policy of payment pages', async ({ page }) => {
  await page.goto('/terms-conditions')
  await page.locator('html[data-live]').waitFor()
  await page.locator('a[href^="/membership-plans"]:visible').first().click()
  await expect(page).toHaveURL(/membership-plans/)
  await expect(async () => {
    const [loaded] = await page.evaluate(() => performance.getEntriesByType('navigation').map(({ name }) => name))
    expect(loaded).toContain('/membership-plans')
  }).toPass()
})

test('the console does not violate its policy, which excludes Razorpay', async ({ page }) => {
  await openConsole(page, '/admin/memberships', /./)
  const policy = (await (await page.request.get('/admin')).headers())['content-security-policy'] ?? ''
  expect(policy).not.toContain('razorpay')
  expect(policy).toContain("style-src-attr 'none'")
  expect(policy).not.toContain('unsafe-inline')
  await page.goto('/admin/emails')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the console shows an email with its own styles', async ({ page }) => {
  await openConsole(page, '/admin/emails?search=padma&kind=payment-confirmed', 'Email Campaigns')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  const email = page.frameLocator('iframe[title^="The email"]')
  await expect(email.getByRole('heading').first()).toBeVisible()
  const body = page.frames().find((frame) => frame.url().endsWith('/html'))
  expect(body?.url()).toMatch(/\/api\/emails\/[a-z0-9]{15}\/html$/)
  // The browser's default margin is 8 px; the dark colours are in the email's style element.
  await expect(email.locator('body')).toHaveCSS('margin', '0px')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(email.locator('body')).toHaveCSS('background-color', 'rgb(25, 17, 24)')
})
