import { accessibilityViolations, overflows } from './faults'
import { expect, openSite, test } from './site'

test('a member on a phone answers, votes and finds a document without going back', async ({ browser }) => {
  test.slow() // It starts a server.
  // The test changes what the demo's member has answered, so it has a server of its own.
  const site = await openSite()
  try {
    const viewport = { width: 390, height: 844 }
    const context = await browser.newContext({ baseURL: site.url, viewport, hasTouch: true, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const data = { email: 'meera.krishnan@sample.example', password: 'Boardcircle-Demo-1' }
    expect((await page.request.post('/api/login', { data })).status()).toBe(200)
    const bar = page.getByRole('navigation', { name: 'Sections of the circle' })
    const isSound = async () => {
      expect.soft(await accessibilityViolations(page), page.url()).toEqual([])
      expect.soft(await overflows(page), page.url()).toEqual([])
    }

    await test.step('accepts an introduction on the home', async () => {
      await page.goto('/circle')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Meera Krishnan')
      await isSound()
      await page.getByRole('button', { name: 'Accept Pushpa Chaudhary' }).tap()
      const toast = page.getByRole('status').filter({ hasText: 'You are introduced to Pushpa Chaudhary' })
      await expect(toast).toBeVisible()
      const [above, below] = [await toast.boundingBox(), await bar.boundingBox()]
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
      await expect(page.getByRole('button', { name: 'Accept Pushpa Chaudhary' })).toHaveCount(0)
    })

    await test.step('votes', async () => {
      await page.getByRole('link', { name: 'Vote on Disclosure of board evaluations' }).tap()
      await page.getByRole('radio', { name: 'Method, leader and one improvement' }).tap()
      await page.getByRole('button', { name: 'Vote', exact: true }).tap()
      await page.getByRole('button', { name: 'Cast my vote' }).tap()
      await page.getByRole('button', { name: 'I have stored my receipt' }).tap()
      await expect(page.getByText('You have voted')).toBeVisible()
    })

    await test.step('gives up a place and takes another, with one press each', async () => {
      await bar.getByRole('link', { name: 'Home' }).tap()
      await expect(page.getByRole('heading', { name: 'Next session' })).toBeVisible()
      await expect(page.getByRole('link', { name: /^Vote on/ })).toHaveCount(0)
      await page.getByRole('button', { name: 'I cannot come after all' }).tap()
      await page.getByRole('button', { name: 'I am coming' }).tap()
      await expect(page.getByText('You are going', { exact: true })).toBeVisible()
      await expect(page.getByRole('checkbox', { name: /I agree to be recorded/ })).toBeVisible()
      await isSound()
    })

    await test.step('finds a document', async () => {
      await bar.getByRole('button', { name: 'More' }).tap()
      await bar.getByRole('link', { name: 'Library' }).tap()
      await page.getByRole('searchbox', { name: 'Search the library' }).fill('nomination committees')
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'How nomination committees choose' }).tap()
      await expect(page.getByRole('heading', { level: 1, name: 'How nomination committees choose' })).toBeVisible()
      await expect(bar.getByRole('button', { name: 'More' })).toHaveAttribute('aria-expanded', 'false')
      await isSound()
    })
  } finally {
    await site.close()
  }
})
