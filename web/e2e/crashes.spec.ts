import { signedIn } from './buyer'
import { expect, freshEmail, test } from './site'

test('a page that fails is reported without personal data, and the rest of the site stays visible', async ({
  page,
  problems,
}) => {
  const email = freshEmail('crash')
  await signedIn(page, email)
  // An invalid answer makes the page fail.
  await page.route('**/api/memberships/mine', (route) => route.fulfill({ json: { transactions: email } }))
  const reported = page.waitForRequest('**/api/crashes')
  await page.goto('/account/billing')
  await expect(page.getByText('This page could not be shown.')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  const report = await reported
  expect((await report.response())?.status()).toBe(204)
  expect(report.postDataJSON()).toEqual({
    message: expect.stringMatching(/^TypeError: /),
    stack: expect.stringMatching(/^(assets\/[\w.-]+\.js:\d+:\d+\n?)+$/),
    route: '/account/billing',
    release: expect.stringMatching(/^[\w.-]+\.js$/),
  })
  expect(report.postData()).not.toContain(email)
  expect(problems.length).toBeGreaterThan(0)
  problems.length = 0 // the failure of the page, which this test causes
})
