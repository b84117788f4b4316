import type { Page } from '@playwright/test'
import { accessibilityViolations, overflows } from './faults'
import { press } from './keys'
import { expect, openSite, test } from './site'
import { expectNoFaults } from './walk'

const password = 'Boardcircle-Demo-1'

async function signIn(page: Page): Promise<void> {
  const answer = await page.request.post('/api/login', { data: { email: 'meera.krishnan@sample.example', password } })
  expect(answer.status()).toBe(200)
}

test('a member comments, votes by keyboard, and finds the vote after the office has published the result', async ({
  browser,
}) => {
  // The test ends the demo's only open vote, so it has a server of its own.
  const site = await openSite()
  try {
    const page = await (await browser.newContext({ baseURL: site.url })).newPage()
    await signIn(page)
    await page.goto('/circle/polls')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consultations')
    await expect(page.getByRole('link', { name: 'A code of conduct for the circle' })).toBeVisible()
    expect.soft(await accessibilityViolations(page)).toEqual([])

    await test.step('the member comments on a paragraph and removes the comment', async () => {
      await page.getByRole('link', { name: 'A code of conduct for the circle' }).click()
      await page.getByRole('button', { name: '1 comment on paragraph 2' }).click()
      await expect(page.getByText('offers are welcome in the member directory')).toBeVisible()
      await page.getByLabel('Your comment').fill('I agree.')
      await page.getByRole('button', { name: 'Send comment' }).click()
      const comments = page.getByRole('list', { name: 'Comments on paragraph 2' })
      await expect(comments.getByRole('listitem')).toHaveCount(2)
      await expect(page.getByRole('button', { name: '2 comments on paragraph 2' })).toBeVisible()
      await expectNoFaults(page, 'content')
      await page.getByRole('button', { name: 'Remove your comment' }).click()
      await page.getByRole('button', { name: 'Remove the comment' }).click()
      await expect(comments.getByText('The author has removed this comment.')).toBeVisible()
    })

    let receipt = ''
    await test.step('votes by keyboard and gets a receipt once', async () => {
      await page.goto('/circle/polls')
      await press(page, page.getByRole('link', { name: 'Disclosure of board evaluations' }))
      await expect(
        page.getByRole('heading', { name: 'Which form of disclosure shall the circle propose?' }),
      ).toBeVisible()
      expect.soft(await accessibilityViolations(page)).toEqual([])
      expect.soft(await overflows(page)).toEqual([])
      // Tab reaches a group of radio buttons once, and arrows move within it.
      await press(page, page.getByRole('radio', { name: 'Method, leader and one improvement' }), 'ArrowDown')
      await expect(page.getByRole('radio', { name: 'Method and leader only' })).toBeChecked()
      await press(page, page.getByRole('button', { name: 'Vote', exact: true }))
      await press(page, page.getByRole('button', { name: 'Cast my vote' }))
      const notice = page.getByText(/^[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$/)
      await expect(notice).toBeVisible()
      receipt = await notice.innerText()
      await page.getByRole('link', { name: 'All consultations' }).click()
      await page.getByRole('button', { name: 'Cancel' }).click() // the receipt would be lost
      await page.getByRole('button', { name: 'I have stored my receipt' }).click()
      await expect(page.getByText('You have voted')).toBeVisible()
      await page.reload()
      await expect(page.getByText('You have voted')).toBeVisible()
      await expect(page.getByText(receipt)).toHaveCount(0)
    })

    await test.step('the office closes the vote and publishes the result', async () => {
      const office = await (await browser.newContext({ baseURL: site.url })).newPage()
      const answer = await office.request.post('/api/admin/login', { data: { username: 'demo', password } })
      expect(answer.status()).toBe(200)
      await office.goto('/admin/polls')
      await office.getByRole('link', { name: 'Disclosure of board evaluations' }).click()
      await office.getByRole('button', { name: 'Close now' }).click()
      await office.getByLabel('Reason').fill('All members at the meeting have voted.')
      await office.getByRole('button', { name: 'Close the vote' }).click()
      await expect(office.getByText('6 votes, of ')).toBeVisible()
      await office.getByRole('button', { name: 'Publish the result' }).click()
      await office.getByLabel('Final text').fill('We propose this.\n\nAnd that.')
      await office.getByRole('dialog').getByRole('button', { name: 'Publish the result' }).click()
      await expect(office.getByRole('link', { name: 'Minute for printing' })).toBeVisible()
      await office.context().close()
    })

    await test.step('the member finds the vote and prints the minute', async () => {
      await page.reload()
      await page.getByLabel('Find your vote').fill(receipt.toLowerCase())
      await expect(page.getByText('This vote was counted for “Method and leader only”.')).toBeVisible()
      await expect(page.getByText('The quorum was 8 votes, and 6 members voted.')).toBeVisible()
      await page.getByRole('link', { name: 'Minute for printing' }).click()
      await expect(page.getByRole('list', { name: 'Votes for Method and leader only' })).toContainText(receipt)
      await expect(page.getByText('All members at the meeting have voted.')).toBeVisible()
      await expectNoFaults(page, 'content')
      // Without a quorum the vote has decided nothing.
      await page.goto('/circle/polls')
      const entry = page.getByRole('listitem').filter({ hasText: 'Disclosure of board evaluations' })
      await expect(entry).toContainText('The vote ended on')
    })
  } finally {
    await site.close()
  }
})

test('the office writes a consultation, publishes it and withdraws it', async ({ page }) => {
  const answer = await page.request.post('/api/admin/login', { data: { username: 'demo', password } })
  expect(answer.status()).toBe(200)
  await page.goto('/admin/polls/new')
  await page.getByLabel('Title').fill('Quotas on boards')
  await page.getByLabel('Text').fill('We welcome the draft.\n\nWe propose a third.')
  await page.getByLabel('Question').fill('Shall we send it?')
  await page.getByLabel('Options').fill('Yes\nNo\n\nLater ')
  await page.getByLabel('End of the discussion').fill('2099-12-31')
  // The page of the draft opens next, so the form is disabled while it is sent.
  let send = () => {}
  const held = new Promise<void>((resolve) => (send = resolve))
  await page.route('**/api/polls', async (route) => {
    await held
    await route.continue()
  })
  await page.getByLabel('Title').press('Enter')
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeFocused()
  await expect(page.getByLabel('Title')).toBeDisabled()
  await page.keyboard.type(' and more')
  await expect(page.getByLabel('Title')).toHaveValue('Quotas on boards')
  send()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quotas on boards')
  await expect(page.getByLabel('Options')).toHaveValue('Yes\nNo\nLater')
  const unsaved = page.getByText('The form has unsaved changes.')
  await page.getByLabel('Quorum').fill('20')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(unsaved).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('or the quorum (20)')).toBeVisible()
  await expect(unsaved).toBeHidden()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Members comment until 31 Dec 2099, 23:59.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'We propose a third.' })).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByLabel('Reason').fill('It is the wrong draft.')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('The consultation was withdrawn')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveCount(0)
  await expectNoFaults(page, 'content')

  await signIn(page)
  await page.goto('/circle/polls')
  const entry = page.getByRole('listitem').filter({ hasText: 'Quotas on boards' })
  await expect(entry).toContainText('The office withdrew it on')
  await entry.getByRole('link').click()
  await expect(page.getByText('It is the wrong draft.')).toBeVisible()
  await expectNoFaults(page, 'content')
})
