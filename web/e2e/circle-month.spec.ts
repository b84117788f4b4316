import type { Page } from '@playwright/test'
import { accessibilityViolations } from './faults'
import { press, type } from './keys'
import { expect, openSite, test } from './site'

async function isAccessible(page: Page): Promise<void> {
  expect.soft(await accessibilityViolations(page, ['light']), page.url()).toEqual([])
}

test('a month of a member, by keyboard', async ({ browser }) => {
  test.slow() // It starts a server and presses a few hundred keys.
  // The test changes what the demo's member has answered and said, so it has a server of its own.
  const site = await openSite()
  try {
    const page = await (await browser.newContext({ baseURL: site.url })).newPage()

    await test.step('she signs in', async () => {
      await page.goto('/auth')
      const form = page.getByRole('tabpanel', { name: 'Login' })
      await type(page, form.getByLabel('Email', { exact: true }), 'meera.krishnan@sample.example')
      await type(page, form.getByLabel('Password or 4-digit PIN'), 'Boardcircle-Demo-1')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Next session' })).toBeVisible()
      await isAccessible(page)
    })

    const pages = page.getByRole('navigation', { name: 'Sections of the circle' })
    const open = (name: string) => press(page, pages.getByRole('link', { name, exact: true }))

    await test.step('completes her profile', async () => {
      await open('People')
      await press(page, page.getByRole('navigation', { name: 'People' }).getByRole('link', { name: 'Your profile' }))
      await type(
        page,
        page.getByRole('textbox', { name: /^LinkedIn profile/ }),
        'linkedin.com/in/meera-krishnan-sample',
      )
      await press(page, page.getByRole('checkbox', { name: 'Malayalam' }), 'Space')
      await press(page, page.getByRole('button', { name: 'Save profile' }))
      await expect(page.getByRole('region', { name: 'How members see you' })).toContainText('Malayalam')
      await isAccessible(page)
    })

    await test.step('answers a session', async () => {
      await open('Sessions')
      await press(page, page.getByRole('link', { name: 'Fees, insurance and indemnity of directors' }).first())
      await press(page, page.getByRole('checkbox', { name: /I agree to be recorded/ }), 'Space')
      await press(page, page.getByRole('button', { name: 'I am coming' }))
      await expect(page.getByRole('heading', { name: 'You are going' })).toBeVisible()
      await isAccessible(page)
    })

    await test.step('reads the profile of its speaker, and finds another member', async () => {
      await press(page, page.getByRole('link', { name: 'Alka Mathur' }))
      await expect(page.getByRole('heading', { level: 1, name: 'Alka Mathur' })).toBeVisible()
      await page.goto('/circle/directory')
      await type(page, page.getByRole('searchbox', { name: 'Search' }), 'Ridge Power')
      await page.keyboard.press('Enter')
      await press(page, page.getByRole('region', { name: 'Members' }).getByRole('link', { name: 'Geeta Malhotra' }))
      await expect(page.getByRole('heading', { level: 1, name: 'Geeta Malhotra' })).toBeVisible()
      await isAccessible(page)
    })

    await test.step('comments on a consultation and votes on another', async () => {
      await page.goto('/circle/polls')
      await press(page, page.getByRole('link', { name: 'A code of conduct for the circle' }))
      await press(page, page.getByRole('button', { name: '1 comment on paragraph 2' }))
      await type(page, page.getByLabel('Your comment'), 'I agree.')
      await press(page, page.getByRole('button', { name: 'Send comment' }))
      await expect(page.getByRole('button', { name: '2 comments on paragraph 2' })).toBeVisible()
      await isAccessible(page)
      await page.goto('/circle/polls')
      await press(page, page.getByRole('link', { name: 'Disclosure of board evaluations' }))
      await press(page, page.getByRole('radio', { name: 'Method, leader and one improvement' }), 'Space')
      await press(page, page.getByRole('button', { name: 'Vote', exact: true }))
      await press(page, page.getByRole('button', { name: 'Cast my vote' }))
      await expect(page.getByText(/^[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$/)).toBeVisible()
      await isAccessible(page)
      await press(page, page.getByRole('button', { name: 'I have stored my receipt' }))
      await expect(page.getByText('You have voted')).toBeVisible()
    })

    await test.step('shows interest in a board seat', async () => {
      await page.goto('/circle/board-seats')
      await press(page, page.getByRole('link', { name: 'Member of the advisory board' }))
      await press(page, page.getByRole('button', { name: 'I am interested' }))
      await type(page, page.getByLabel('Note'), 'I have advised three founders.')
      await press(page, page.getByRole('button', { name: 'Send', exact: true }))
      await expect(page.getByText('You have shown interest')).toBeVisible()
      await isAccessible(page)
    })

    await test.step('reads in the library and sets a bookmark', async () => {
      await page.goto('/circle/library')
      await type(page, page.getByRole('searchbox', { name: 'Search the library' }), 'nomination comm')
      await page.keyboard.press('Enter')
      await press(page, page.getByRole('link', { name: 'How nomination committees choose' }))
      await press(page, page.getByRole('button', { name: 'Bookmark' }))
      await expect(page.getByRole('button', { name: 'Bookmark', pressed: true })).toBeVisible()
      await isAccessible(page)
    })

    await test.step('and follows a promise of the landing page', async () => {
      await page.goto('/')
      const benefits = page.getByRole('region', { name: 'Exclusive Member Benefits' })
      await press(page, benefits.getByRole('link', { name: 'Find members' }))
      await expect(page).toHaveURL(`${site.url}/circle/directory`)
      await page.goto('/membership-plans')
      const plan = page.getByRole('article', { name: 'Lifetime Membership' })
      const promises = async () =>
        Object.fromEntries(
          await plan.getByRole('listitem').evaluateAll((features) =>
            features.map((feature) => {
              const link = feature.querySelector('a')
              return [feature.textContent.replace(link?.textContent ?? '', ''), link?.getAttribute('href')]
            }),
          ),
        )
      await expect.poll(promises).toEqual({
        'Monthly 90-minute sessions with regulators and chairs': '/circle/sessions',
        'Introductions to boards that are looking': '/circle/board-seats',
        'The research library': '/circle/library',
        'A mentor for your first year, or a mentee': '/circle/mentors',
        'Your name on what you contribute to the library': '/circle/library',
        'A vote in what the circle says to the regulators': '/circle/polls',
      })
      await isAccessible(page)
    })
  } finally {
    await site.close()
  }
})
