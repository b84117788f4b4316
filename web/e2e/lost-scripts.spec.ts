import type { Page } from '@playwright/test'
import { openConsole } from './console'
import { expect, test } from './site'

/** Cuts the scripts whose name matches, and returns the number of times that the document was loaded. */
async function cut(page: Page, name: RegExp): Promise<() => number> {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads++
  })
  await page.route(name, (route) => route.abort())
  return () => loads
}

/** Checks that the page has reloaded once, shows the error, and recovers with its button. */
async function expectRecovery(page: Page, name: RegExp, loads: () => number, button: string, shown: string | RegExp) {
  const retry = page.getByRole('button', { name: button, exact: true })
  await expect(async () => {
    expect(loads()).toBe(2)
    await expect(retry).toBeVisible({ timeout: 500 })
  }).toPass()
  // It does not reload again.
  await page.waitForTimeout(1000)
  expect(loads()).toBe(2)
  await expect(page.getByText('Please check your connection and reload the page.')).toBeVisible()
  await page.unroute(name)
  await retry.click()
  await expect(page.getByRole('heading', { level: 1, name: shown })).toBeVisible()
}

test.describe('a page whose script is gone reloads once and then shows its error page', () => {
  // The failures that these tests cause.
  test.afterEach(({ problems }) => {
    problems.length = 0
  })

  test('on a public page', async ({ page }) => {
    const name = /\/assets\/terms-conditions-page/
    const loads = await cut(page, name)
    await page.goto('/terms-conditions')
    await expectRecovery(page, name, loads, 'Try again', /Terms/)
  })

  test('in the circle', async ({ page }) => {
    await page.request.post('/api/login', {
      data: { email: 'meera.krishnan@sample.example', password: 'Boardcircle-Demo-1' },
    })
    const name = /\/assets\/circle-layout/
    const loads = await cut(page, name)
    await page.goto('/circle/directory')
    await expectRecovery(page, name, loads, 'Try again', 'Directory')
  })

  test('in the console', async ({ page }) => {
    await openConsole(page, '/admin', /./)
    const name = /\/assets\/audit-page/
    const loads = await cut(page, name)
    await page.goto('/admin/audit')
    await expectRecovery(page, name, loads, 'Reload the page', 'Audit log')
  })

  test('in the console, if the list of its screens is gone', async ({ page }) => {
    await openConsole(page, '/admin', /./)
    const name = /\/assets\/routes-/
    const loads = await cut(page, name)
    await page.goto('/admin/audit')
    await expectRecovery(page, name, loads, 'Try again', 'Audit log')
  })
})
