import type { Page } from '@playwright/test'
import { openConsole } from './console'
import { accessibilityViolations, overflows } from './faults'
import { press } from './keys'
import { expect, test } from './site'

const longError = `dial tcp: lookup ${'a-host-name-without-any-break'.repeat(8)}: no such host\nsecond line`

/**
 * Stores failed jobs as a superuser; the first one failed last. Their emails do not exist, so none is sent on a retry.
 */
async function storeFailedJobs(page: Page, jobs: readonly { key: string; error: string }[]): Promise<void> {
  const signIn = await page.request.post('/api/collections/_superusers/auth-with-password', {
    data: { identity: 'demo@boardcircle.example', password: 'Boardcircle-Demo-1' },
  })
  const { token } = await signIn.json()
  for (const [index, { key, error }] of jobs.entries()) {
    const failedAt = new Date(Date.now() - (index + 1) * 60_000).toISOString()
    const stored = await page.request.post('/api/collections/jobs/records', {
      headers: { Authorization: token },
      data: { type: 'mail.send', key, error, state: 'failed', attempts: 8, failedAt, payload: {} },
    })
    expect(stored.status()).toBe(200)
  }
}

test('failed jobs are shown and retried with the keyboard, and the focus moves to the next job', async ({ page }) => {
  await openConsole(page, '/admin/settings/jobs', 'Health')
  await expect(page.getByRole('heading', { name: /have failed$/ })).toBeVisible()

  await storeFailedJobs(page, [
    { key: 'lost-first', error: longError },
    { key: 'lost-second', error: 'The provider answered 503.' },
    { key: 'lost-third', error: 'The provider answered 400.' },
  ])
  await press(page, page.getByRole('button', { name: 'Refresh all' }))
  const retry = (key: string) => page.getByRole('button', { name: `Retry Sending emails ${key}` })
  const failed = page.getByRole('region', { name: 'Failed jobs' })
  await expect(failed.getByRole('listitem')).toHaveCount(3)
  await expect(failed.getByText('second line')).toBeVisible()
  await expect(
    page
      .getByRole('row', { name: /Sending emails/ })
      .getByRole('cell')
      .last(),
  ).toHaveText('3')
  expect(await overflows(page)).toEqual([])
  expect(await accessibilityViolations(page)).toEqual([])

  await press(page, retry('lost-second'))
  await expect(page.getByText('Job Queued Again').first()).toBeVisible()
  await expect(retry('lost-second')).toBeHidden()
  await expect(retry('lost-third')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(retry('lost-third')).toBeHidden()
  await expect(retry('lost-first')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /have failed$/ })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText(/^Nothing to do: .*Sending emails/)).toBeVisible()
})

test('a job that another admin has retried is reported as missing and removed from the list', async ({ page }) => {
  // Otherwise the page would follow the other admin before the button is pressed.
  await page.route('**/api/realtime', (route) => route.abort())
  await openConsole(page, '/admin/settings/jobs', 'Health')
  await storeFailedJobs(page, [{ key: 'lost-elsewhere', error: 'The provider answered 500.' }])
  await page.getByRole('button', { name: 'Refresh all' }).click()
  const retry = page.getByRole('button', { name: 'Retry Sending emails lost-elsewhere' })
  await expect(retry).toBeVisible()
  const { jobs } = await (await page.request.get('/api/jobs/failed')).json()
  const { id } = jobs.find(({ key }: { key: string }) => key === 'lost-elsewhere')
  expect((await page.request.post(`/api/jobs/${id}/retry`)).status()).toBe(204)
  await press(page, retry)
  await expect(page.getByText('No failed job has this ID.').first()).toBeVisible()
  await expect(retry).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('the screen reports that the jobs could not be loaded, and can load them again', async ({ page }) => {
  await page.route('**/api/realtime', (route) => route.abort())
  await page.route('**/api/jobs', (route) =>
    route.fulfill({ status: 500, json: { message: 'The jobs could not be counted.' } }),
  )
  await openConsole(page, '/admin/settings/jobs', 'Health')
  const alert = page.getByRole('alert').filter({ hasText: 'The background jobs could not be loaded' })
  await expect(alert).toContainText('The jobs could not be counted.')
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
  await page.unroute('**/api/jobs')
  await press(page, alert.getByRole('button', { name: 'Try again' }))
  await expect(page.getByText('Sending emails')).toBeVisible()
  await expect(alert).toBeHidden()
})
