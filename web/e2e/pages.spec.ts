import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { faultsOfTheWalk } from './keys'
import { expect, test } from './site'

const pages = [
  { path: '/', heading: /10,000 Women/ },
  { path: '/auth', heading: /./ },
  { path: '/forgot-password', heading: /password/i },
  { path: '/reset-password?token=unknown', heading: /password/i },
  { path: '/registration-success', heading: /Thank you/ },
  { path: '/thank-you', heading: /Thank you/i },
  { path: '/membership-plans', heading: /./ },
  { path: '/terms-conditions', heading: /Terms/ },
  { path: '/privacy-policy', heading: /Privacy/ },
  { path: '/cancellation-refund', heading: /Cancellation/ },
  { path: '/account', heading: /Authentication Required/ },
  { path: '/admin', heading: /Admin sign-in/ },
  { path: '/admin-old', heading: /Admin sign-in/ },
  { path: '/no-such-page', heading: /404 Page Not Found/ },
]

for (const scheme of ['light', 'dark'] as const)
  test(`every page is without fault for assistive technology in the ${scheme} theme`, async ({ page }) => {
    test.setTimeout(180_000)
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    for (const { path, heading } of pages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      const found = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze()
      expect(
        found.violations.map(({ id, nodes }) => `${path}: ${id} at ${nodes.map((node) => node.target).join(', ')}`),
      ).toEqual([])
    }
  })

test('every page fits a narrow screen', async ({ page }) => {
  test.setTimeout(120_000)
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 800 })
    for (const { path } of pages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
})

test('each page has a title, a description and an address of its own', async ({ request }) => {
  const titles = new Set<string>()
  const shown = pages.filter(
    ({ path }) => !path.startsWith('/admin') && path !== '/account' && !path.includes('no-such'),
  )
  for (const { path } of shown) {
    const html = await (await request.get(path)).text()
    const title = html.match(/<title>([^<]+)<\/title>/)?.[1] ?? ''
    expect(title, path).not.toBe('')
    titles.add(title)
    const head = html.slice(0, html.indexOf('<style>'))
    expect(head, path).toMatch(/<meta name="description" content="[^"]{20,}"/)
    // what is not to be found needs no canonical address
    expect(head, path).toMatch(/<link rel="canonical" href="http[^"?]*"|<meta name="robots" content="noindex"/)
    expect(head, path).toMatch(/<meta property="og:title"/)
  }
  expect(titles.size).toBe(shown.length)
  expect(await (await request.get('/')).text()).toContain('application/ld+json')
})

test('an unknown page says so with the status of one', async ({ page, request }) => {
  const answer = await request.get('/no-such-page')
  expect(answer.status()).toBe(404)
  await page.goto('/no-such-page')
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  expect((await request.get('/api/no-such-route')).status()).toBe(404)
  expect((await request.get('/assets/no-such-file.js')).status()).toBe(404)
})

test('a visitor walks the landing page by its navigation', async ({ page }) => {
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

test('one answer of the questions is open at a time, and closes when it is clicked again', async ({ page }) => {
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

test('the mobile menu mirrors the navigation and closes behind a choice', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Mobile' })
  await expect(menu.getByRole('link', { name: 'Login' })).toBeVisible()
  await menu.getByRole('link', { name: 'Benefits' }).click()
  await expect(menu).toBeHidden()
  await expect(page.locator('#benefits')).toBeInViewport()
})

test('the theme is the system’s, also when that changes, until one is chosen', async ({ page, context }) => {
  const theme = page.locator('html')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/auth')
  await expect(theme).toHaveAttribute('data-theme', 'paper')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(theme).toHaveAttribute('data-theme', 'ink')
  const other = await context.newPage()
  await other.goto('/auth')
  await other.getByRole('button', { name: 'Switch between light and dark' }).click()
  const chosen = (await other.locator('html').getAttribute('data-theme')) ?? ''
  await expect(theme).toHaveAttribute('data-theme', chosen)
  await page.emulateMedia({ colorScheme: chosen === 'ink' ? 'light' : 'dark' })
  await page.reload()
  await expect(theme).toHaveAttribute('data-theme', chosen)
})

test('Tab reaches every control of the public pages, and the focus is seen', async ({ page }) => {
  test.slow()
  for (const path of ['/', '/auth', '/membership-plans', '/forgot-password', '/privacy-policy']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect.soft(await faultsOfTheWalk(page), path).toEqual([])
  }
})

test('the keyboard reaches the content first, and the form without a pointer', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link', { name: 'Join', exact: true })).toBeFocused()
})

test('the site can be read, and the form seen, without JavaScript', async ({ browser, site }) => {
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

test('an edited text is on the page at the next reload', async ({ page, site, request }) => {
  const staff = await request.post('/api/collections/_superusers/auth-with-password', {
    data: { identity: 'demo@boardcircle.example', password: 'Boardcircle-Demo-1' },
  })
  const { token } = (await staff.json()) as { token: string }
  const created = await request.post('/api/collections/content_sections/records', {
    headers: { Authorization: token },
    data: { section: 'hero', title: 'Edited <b>by</b> staff', isActive: true },
  })
  const { id } = (await created.json()) as { id: string }
  await expect(async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edited <b>by</b> staff', { timeout: 1000 })
  }).toPass()
  await request.delete(`/api/collections/content_sections/records/${id}`, { headers: { Authorization: token } })
  expect(site.url).toContain('127.0.0.1')
})

test('the landing page needs no more than 130 kB of JavaScript before the form', async ({ page, site }) => {
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
  expect(bytes).toBeLessThanOrEqual(130 * 1000)
})

// A file that gzip would not make smaller is sent as it is.
async function transferred(path: string): Promise<number> {
  const file = resolve(import.meta.dirname, `../dist/client${path}`)
  return (await readFile(`${file}.gz`).catch(() => readFile(file))).byteLength
}

test('the words are painted before any script is fetched, and the fonts for them are small', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('html[data-live]')).toBeAttached()
  await page.waitForLoadState('networkidle')
  const { painted, scripts, fonts } = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return {
      painted: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
      scripts: files.filter(({ name }) => name.endsWith('.js')).map(({ startTime }) => startTime),
      fonts: files.filter(({ name }) => name.endsWith('.woff2')).map(({ encodedBodySize }) => encodedBodySize),
    }
  })
  expect(scripts.length).toBeGreaterThan(0)
  expect(Math.min(...scripts)).toBeGreaterThan(painted)
  expect(fonts).toHaveLength(2)
  expect(Math.max(...fonts)).toBeLessThan(40_000)
})
