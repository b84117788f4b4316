import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { knownPages } from '../src/app/page'
import { routes } from '../src/app/routes'
import { paths } from '../src/lib/paths'
import { startAtTheTop } from './keys'
import { expect, openUntilShown, test } from './site'
import { expectNoFaultsOfPageAndDialogs } from './walk'

/** What the test needs to know about a page, in addition to its address: its heading, and the query to open it with. */
const visits: Readonly<Record<string, { heading?: RegExp; query?: string }>> = {
  [paths.home]: { heading: /10,000 Women/ },
  [paths.forgotPassword]: { heading: /password/i },
  [paths.resetPassword]: { heading: /password/i, query: '?token=unknown' },
  [paths.confirmEmail]: { heading: /Confirm/, query: '?token=unknown' },
  [paths.renew]: { heading: /Renew/, query: '?token=unknown' },
  [paths.seat]: { heading: /^Your invitation$/, query: '?token=unknown' },
  [paths.nomination]: { heading: /Your nomination/ },
  [paths.terms]: { heading: /Terms/ },
  [paths.privacy]: { heading: /Privacy/ },
  [paths.refund]: { heading: /Cancellation/ },
  // Without a payment, the page thanks in general words.
  [paths.thankYou]: { heading: /^Thank you$/ },
  [`${paths.admin}/*`]: { heading: /Admin sign-in/ },
  [paths.adminOld]: { heading: /Admin sign-in/ },
}

/** A page that shows nothing without a preceding nomination. Other tests check it. */
const dependent: readonly string[] = [paths.registrationSuccess]

const needsAccount = ({ path }: { path: string }) => path.startsWith(paths.account) || path.startsWith(paths.circle)

const known = knownPages(routes).filter(({ path }) => !dependent.includes(path))
const pages = [
  ...known
    .filter((page) => !needsAccount(page))
    .map(({ path }) => ({
      path: path.replace('/*', '') + (visits[path]?.query ?? ''),
      heading: visits[path]?.heading ?? /./,
    })),
  { path: paths.account, heading: /Authentication Required/ },
  { path: '/no-such-page', heading: /404 Page Not Found/ },
]

for (const { path, heading } of pages)
  test(`${path} is accessible with the keyboard, and at each width in both themes`, { tag: '@sweep' }, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await page.locator('html[data-live]').waitFor()
    await expectNoFaultsOfPageAndDialogs(page)
  })

// member-pages.spec.ts checks these pages.
test('every page for members asks visitors to sign in', async ({ page }) => {
  for (const { path } of known.filter(needsAccount)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Authentication Required')
  }
})

test('each page has its own title, a description and a canonical address', async ({ request }) => {
  const titles = new Set<string>()
  const shown = pages.filter(
    ({ path }) => !path.startsWith('/admin') && path !== '/account' && !path.includes('no-such') && !path.includes(':'),
  )
  for (const { path } of shown) {
    const html = await (await request.get(path)).text()
    const title = html.match(/<title>([^<]+)<\/title>/)?.[1] ?? ''
    expect(title, path).not.toBe('')
    titles.add(title)
    const head = html.slice(0, html.indexOf('<style>'))
    expect(head, path).toMatch(/<meta name="description" content="[^"]{20,}"/)
    // A page that is not indexed needs no canonical address.
    expect(head, path).toMatch(/<link rel="canonical" href="http[^"?]*"|<meta name="robots" content="noindex"/)
    expect(head, path).toMatch(/<meta property="og:title"/)
  }
  expect(titles.size).toBe(shown.length)
  expect(await (await request.get('/')).text()).toContain('application/ld+json')
})

test('an unknown page has the status 404 and links to known pages', async ({ page, request }) => {
  const answer = await request.get('/no-such-page')
  expect(answer.status()).toBe(404)
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  await expect(page.getByText('This page does not exist or has moved.')).toBeVisible()
  const main = page.getByRole('main')
  for (const [name, address] of [
    ['Back to Home', '/'],
    ['Membership plans', '/membership-plans'],
    ['Sign in', '/auth'],
  ] as const)
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', address)
  expect((await request.get('/api/no-such-route')).status()).toBe(404)
  expect((await request.get('/assets/no-such-file.js')).status()).toBe(404)
})

test('the success page redirects to the home page without a nomination', async ({ page }) => {
  await page.goto('/registration-success')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('10,000 Women')
})

test('the text "100+ women directors" occurs once on the public pages', async ({ page }) => {
  let count = 0
  for (const path of ['/', '/auth', '/membership-plans', '/terms-conditions']) {
    await page.goto(path)
    count += (await page.locator('body').innerText()).split('100+ women directors').length - 1
  }
  expect(count).toBe(1)
})

test('the links of the navigation lead to the sections of the landing page', async ({ page }) => {
  await page.goto('/')
  const navigation = page.getByRole('navigation').first()
  for (const [name, anchor] of [
    ['About', '#about'],
    ['Benefits', '#benefits'],
    ['Join', '#register'],
    ['Contact', '#contact-us'],
  ] as const) {
    await navigation.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${anchor}$`))
    await expect(page.locator(anchor)).toBeInViewport()
  }
  await navigation.getByRole('link', { name: 'Membership' }).click()
  await expect(page).toHaveURL(/membership-plans/)
})

test('the nomination form is shown after a return to the landing page by the logo', async ({ page }) => {
  await page.goto('/')
  await page.locator('html[data-live]').waitFor()
  await page.getByRole('navigation').first().getByRole('link', { name: 'Membership' }).click()
  await expect(page).toHaveURL(/membership-plans/)
  await page.getByRole('banner').getByRole('link').first().click()
  await page.locator('#register').scrollIntoViewIfNeeded()
  await expect(page.getByLabel('Full name')).toBeVisible()
})

test('a link leads to the top of the next page, and the back button restores the scroll position', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('navigation').first().getByRole('link', { name: 'About', exact: true }).click()
  await expect(page.locator('#about')).toBeFocused()
  await page.evaluate(() => window.scrollTo({ top: 1500, behavior: 'instant' }))
  // Pressed by script, because Playwright's press scrolls a sticky header into view.
  await page
    .getByRole('link', { name: 'Membership', exact: true })
    .first()
    .evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveTitle(/Membership plans/)
  // The plans have another security policy, so the page is loaded in full and starts at the top.
  await page.waitForLoadState('load')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/#about$/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(1500)
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/10,000 Women/)
})

test('an address that is opened again starts at its top, and a reload keeps the scroll position', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 300 })
  const heading = page.getByRole('heading', { level: 1 })
  const scrolled = () => page.evaluate(() => window.scrollY)
  for (const path of ['/account', '/terms-conditions']) {
    await page.goto(path)
    await expect(heading).toBeVisible()
    await page.locator('html[data-live]').waitFor()
    await page.evaluate(() => window.scrollTo({ top: 200, behavior: 'instant' }))
    await page.reload()
    await expect.poll(scrolled, path).toBe(200)
    await page.goto('/auth')
    await page.goto(path)
    await expect(heading).toBeVisible()
    await page.locator('html[data-live]').waitFor()
    expect(await scrolled(), path).toBe(0)
  }
})

test('a page that is scrolled before its script has loaded keeps its scroll position', async ({ page }) => {
  await page.route('**/assets/*.js', async (route) => {
    await page.waitForFunction(() => window.scrollY > 900)
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('#about').waitFor()
  await page.evaluate(() => window.scrollTo({ top: 1000, behavior: 'instant' }))
  // Pressed by script, because Playwright's press scrolls a sticky header into view.
  await page
    .getByRole('button', { name: 'Switch between light and dark' })
    .evaluate((button: HTMLElement) => button.click())
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'ink')
  expect(await page.evaluate(() => window.scrollY)).toBe(1000)
})

test('one question is open at a time, and closes when it is clicked again', async ({ page }) => {
  await page.goto('/')
  const questions = page.locator('details')
  await questions.nth(0).locator('summary').click()
  await expect(questions.nth(0)).toHaveAttribute('open', '')
  await questions.nth(1).locator('summary').click()
  await expect(questions.nth(1)).toHaveAttribute('open', '')
  await expect(questions.nth(0)).not.toHaveAttribute('open', '')
  await questions.nth(1).locator('summary').click()
  await expect(questions.nth(1)).not.toHaveAttribute('open', '')
})

test('on phones, the lists of the landing page scroll sideways by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await page.locator('html[data-live]').waitFor()
  for (const name of ['Boardroom Concerns', 'Voices from the Boardroom', 'Exclusive Member Benefits']) {
    const list = page.getByRole('list', { name })
    const last = list.getByRole('listitem').last()
    await expect(last).not.toBeInViewport()
    await list.focus()
    // A press scrolls by a part of an item.
    await expect(async () => {
      await page.keyboard.press('ArrowRight')
      await expect(last).toBeInViewport({ timeout: 100 })
    }).toPass()
  }
})

test('the mobile menu has the links of the navigation, and closes after a choice', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Mobile' })
  await expect(menu.getByRole('link', { name: 'Login' })).toBeVisible()
  await menu.getByRole('link', { name: 'Benefits' }).click()
  await expect(menu).toBeHidden()
  await expect(page.locator('#benefits')).toBeInViewport()
})

test('the theme follows the system until the visitor chooses one', async ({ page, context }) => {
  const theme = page.locator('html')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/auth')
  await expect(theme).toHaveAttribute('data-theme', 'paper')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(theme).toHaveAttribute('data-theme', 'ink')
  const other = await context.newPage()
  await other.goto('/auth')
  await other.getByRole('button', { name: 'Switch between light and dark' }).click()
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'ink')
  await other.getByRole('button', { name: 'Switch between light and dark' }).click()
  await expect(theme).toHaveAttribute('data-theme', 'paper')
  await page.reload()
  await expect(theme).toHaveAttribute('data-theme', 'paper')
})

test('the first stop of the Tab key skips to the content', async ({ page }) => {
  await page.goto('/')
  await startAtTheTop(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link', { name: 'Join', exact: true })).toBeFocused()
})

test('the site and the form are shown without JavaScript', async ({ browser, site }) => {
  const plain = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const page = await plain.newPage()
  for (const [path, text] of [
    ['/', 'Voices from the Boardroom'],
    ['/terms-conditions', 'Mumbai'],
    ['/auth', 'Forgot Password'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(text).first()).toBeVisible()
  }
  await page.goto('/')
  await expect(page.getByLabel('Company name')).toBeAttached()
  await plain.close()
})

test('an edited text is on the page after a reload', async ({ page, site, request }) => {
  const staff = await request.post('/api/collections/_superusers/auth-with-password', {
    data: { identity: 'demo@boardcircle.example', password: 'Boardcircle-Demo-1' },
  })
  const { token } = (await staff.json()) as { token: string }
  const created = await request.post('/api/cms/content', {
    headers: { Authorization: token },
    data: { section: 'hero', title: 'Edited <b>by</b> staff', isActive: true },
  })
  const { id } = (await created.json()) as { id: string }
  const title = page.getByRole('heading', { level: 1, name: 'Edited <b>by</b> staff', exact: true })
  await openUntilShown(page, '/', title)
  await request.delete(`/api/cms/content/${id}`, { headers: { Authorization: token } })
  expect(site.url).toContain('127.0.0.1')
})

test('the landing page loads at most 125 kB of JavaScript before the form', async ({ page, site }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.goto('/')
  await expect(page.locator('html[data-live]')).toBeAttached()
  await page.waitForLoadState('networkidle')
  let bytes = 0
  for (const path of new Set(scripts)) bytes += await transferred(path)
  expect(scripts.length).toBeGreaterThan(0)
  expect(
    scripts.every((path) => path.startsWith('/assets/')),
    site.url,
  ).toBe(true)
  expect(bytes).toBeLessThanOrEqual(125 * 1000)
})

// Browsers are sent Brotli over https, so the limit counts that. A file that does not get smaller is sent uncompressed.
async function transferred(path: string): Promise<number> {
  const file = resolve(import.meta.dirname, `../dist/client${path}`)
  return (await readFile(`${file}.br`).catch(() => readFile(file))).byteLength
}

test('the text is painted before any script has arrived, and its fonts are small', async ({ page }) => {
  let release = () => {}
  const painted = new Promise<void>((resolve) => {
    release = resolve
  })
  let scripts = 0
  await page.route('**/*.js', async (route) => {
    scripts++
    await painted
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  release()
  await expect(page.locator('html[data-live]')).toBeAttached()
  await page.waitForLoadState('networkidle')
  expect(scripts).toBeGreaterThan(0)
  const fonts = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return files.filter(({ name }) => name.endsWith('.woff2')).map(({ encodedBodySize }) => encodedBodySize)
  })
  expect(fonts).toHaveLength(2)
  expect(Math.max(...fonts)).toBeLessThan(40_000)
})
