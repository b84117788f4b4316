import type { Page } from '@playwright/test'
import { openConsole } from './console'
import { accessibilityViolations } from './faults'
import { press, type } from './keys'
import { expect, openSite, test } from './site'

async function isAccessible(page: Page): Promise<void> {
  expect.soft(await accessibilityViolations(page, ['light']), page.url()).toEqual([])
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a week of the office, by keyboard', async ({ browser }) => {
  test.slow() // It starts a server and presses a few hundred keys.
  // The test ends the demo's only open vote, so it has a server of its own.
  const site = await openSite()
  try {
    const page = await (await browser.newContext({ baseURL: site.url })).newPage()
    const dialog = page.getByRole('dialog')

    await test.step('the office publishes a session with a speaker who is a member', async () => {
      await openConsole(page, '/admin/sessions', 'Sessions')
      await press(page, page.getByRole('link', { name: 'Create a session' }).first())
      await type(page, page.getByRole('textbox', { name: /^Title/ }), 'The first hundred days of a director')
      await type(page, page.getByRole('textbox', { name: /^Host/ }), 'Meera Krishnan')
      await press(page, page.getByRole('button', { name: 'Add a speaker' }))
      await type(page, page.getByRole('textbox', { name: /^Name/ }), 'Geeta Malhotra')
      await type(page, page.getByRole('textbox', { name: /^Email, if/ }), 'geeta.malhotra@sample.example')
      await page.getByLabel(/^Start/).fill(`${inDays(20)}T18:30`) // its parts depend on the locale
      await press(page, page.getByRole('button', { name: 'Create the draft' }))
      await press(page, page.getByRole('button', { name: 'Publish' }))
      await press(page, dialog.getByRole('button', { name: 'Publish' }))
      await expect(page.getByText('0 of 50')).toBeVisible()
      await isAccessible(page)
    })

    await test.step('approves a board seat', async () => {
      await page.goto('/admin/board-seats?state=waiting')
      await press(page, page.getByRole('row').nth(1).getByRole('link').first())
      await press(page, page.getByRole('button', { name: 'Approve' }))
      await expect(page.getByText('The board seat is open')).toBeVisible()
      await isAccessible(page)
    })

    await test.step('closes a vote, publishes its result, and opens a new discussion', async () => {
      await page.goto('/admin/polls')
      await press(page, page.getByRole('link', { name: 'Disclosure of board evaluations' }))
      await press(page, page.getByRole('button', { name: 'Close now' }))
      await type(page, dialog.getByLabel('Reason'), 'All members at the meeting have voted.')
      await press(page, dialog.getByRole('button', { name: 'Close the vote' }))
      await press(page, page.getByRole('button', { name: 'Publish the result' }))
      await type(page, dialog.getByLabel('Final text'), 'We propose this.')
      await press(page, dialog.getByRole('button', { name: 'Publish the result' }))
      await expect(page.getByRole('link', { name: 'Minute for printing' })).toBeVisible()
      await isAccessible(page)
      await page.goto('/admin/polls/new')
      await type(page, page.getByLabel('Title'), 'Quotas on boards')
      await type(page, page.getByLabel('Text'), 'We propose a third.')
      await type(page, page.getByLabel('Question'), 'Shall we send it?')
      await type(page, page.getByLabel('Options'), 'Yes\nNo')
      await page.getByLabel('End of the discussion').fill(inDays(30))
      await press(page, page.getByRole('button', { name: 'Save draft' }))
      await press(page, page.getByRole('button', { name: 'Publish' }))
      await press(page, dialog.getByRole('button', { name: 'Publish' }))
      await expect(page.getByText(/^Members comment until/)).toBeVisible()
    })

    await test.step('publishes an item of the library', async () => {
      await page.goto('/admin/library')
      await press(page, page.getByRole('link', { name: 'Add an item' }))
      // The new screen moves the focus to its heading.
      await expect(page.getByRole('heading', { level: 1, name: 'New item' })).toBeFocused()
      await type(page, page.getByLabel('Kind'), 'Res')
      await page.getByLabel('Publish on').fill(inDays(0))
      await type(page, page.getByLabel('Title'), 'Succession of the chair')
      await type(page, page.getByLabel('Abstract'), 'Who chooses, and when to start.')
      await type(page, page.getByLabel('Text'), 'The **nomination committee** begins two years before.')
      await press(page, page.getByRole('button', { name: 'Save' }))
      await expect(page.getByText(/^Members have seen it since/)).toBeVisible()
      await isAccessible(page)
    })

    await test.step('grants a membership to an account without one', async () => {
      await page.goto('/admin/members?search=Shobha')
      await press(page, page.getByRole('checkbox', { name: 'Select all rows on this page' }), 'Space')
      await press(page, page.getByRole('button', { name: 'Grant a membership…' }))
      await type(page, dialog.getByLabel('Membership tier'), 'Annual')
      await type(page, dialog.getByLabel('Reason'), 'A founding member')
      await press(page, dialog.getByRole('button', { name: 'Preview' }))
      await expect(dialog.getByText('1 person of 1 selected row will get a complimentary membership')).toBeVisible()
      await press(page, dialog.getByRole('button', { name: 'Grant the membership to 1 person' }))
      const confirm = dialog.filter({ hasText: 'Please confirm your password to start the action.' }).last()
      await type(page, confirm.getByLabel('Current password'), 'Boardcircle-Demo-1')
      await press(page, confirm.getByRole('button', { name: 'Grant a membership' }))
      await expect(page.getByText('Finished: 1 person granted a membership.')).toBeVisible()
      await isAccessible(page)
    })
  } finally {
    await site.close()
  }
})
