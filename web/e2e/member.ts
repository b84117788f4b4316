import type { Page } from '@playwright/test'
import { expect, type Site } from './site'

/** Signs in as the demo's member. */
export async function signIn(page: Page): Promise<void> {
  const data = { email: 'meera.krishnan@sample.example', password: 'Boardcircle-Demo-1' }
  expect((await page.request.post('/api/login', { data })).status()).toBe(200)
}

/** Signs in as a sample member whose password no one knows: sets a new one with the link from the email. */
export async function signInWithNewPassword(page: Page, site: Site, email: string): Promise<void> {
  await page.request.post('/api/forgot-password', { data: { email } })
  const { text } = await site.mail(email, /^Set a new password/)
  const token = decodeURIComponent(/token=([^\s&]+)/.exec(text)?.[1] ?? '')
  const answer = await page.request.post('/api/reset-password', { data: { token, newPassword: 'Teak-Window-42' } })
  expect(answer.status()).toBe(200)
  const login = await page.request.post('/api/login', { data: { email, password: 'Teak-Window-42' } })
  expect(login.status()).toBe(200)
}
