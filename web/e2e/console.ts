import { expect, type Page } from '@playwright/test'

/** Signs the demo's admin in without the form, and opens a screen of the console. */
export async function openConsole(page: Page, path: string, heading: string | RegExp): Promise<void> {
  const answer = await page.request.post('/api/admin/login', {
    data: { username: 'demo', password: 'Boardcircle-Demo-1' },
  })
  expect(answer.status()).toBe(200)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}
