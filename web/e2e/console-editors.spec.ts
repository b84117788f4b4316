import type { Locator, Page } from '@playwright/test'
import { joinAs } from './console'
import { accessibilityViolations } from './faults'
import { picture } from './picture'
import { expect, test } from './site'

/** The sentence about the other editors. */
const others = (page: Page): Locator => page.getByRole('status').filter({ hasText: /editing this/ })

const screens = [
  { name: 'a public page', what: 'page', path: '/membership-plans?edit' },
  { name: 'an email', what: 'email', path: '/admin/email-texts/nomination-declined' },
  { name: 'the translations', what: 'page', path: '/admin/content/languages/hi' },
]

test('two editors of the same text see each other until one leaves', async ({ page, browser, site }) => {
  test.slow()
  const office = await joinAs(page, browser, site, 'office')
  for (const { name, what, path } of screens)
    await test.step(name, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(others(page)).toHaveCount(0)
      const secondWindow = await page.context().newPage()
      await secondWindow.goto(path)
      await office.goto(path)
      await expect(others(office)).toHaveText(`demo is editing this ${what} too.`)
      await expect(others(page)).toHaveText(new RegExp(`^office-\\w+ is editing this ${what} too\\.$`))
      await expect(others(secondWindow)).toHaveText(new RegExp(`^office-\\w+ is editing this ${what} too\\.$`))
      expect(await accessibilityViolations(page, ['light', 'dark'])).toEqual([])
      await picture(page, `editors-${what}`)

      await office.goto('/admin/content')
      await expect(others(page)).toHaveCount(0)
      await secondWindow.close()
    })
  await office.context().close()
})

test('editors of one page in different languages do not see each other', async ({ page, browser, site }) => {
  const office = await joinAs(page, browser, site, 'office')
  await page.goto('/membership-plans?edit')
  const reported = office.waitForResponse((answer) => answer.url().includes('/presence'))
  await office.goto('/hi/membership-plans?edit')
  expect(await (await reported).json()).toEqual([])
  await office.context().close()
})
