import { openConsole, waitForToasts } from './console'
import { accessibilityViolations, overflows } from './faults'
import { faultsOfTheWalk } from './keys'
import { expect, openSite, test } from './site'

test('the office welcomes a new member, undoes the mark, and sees what is to do', async ({ browser }) => {
  // The test welcomes the demo's only new member, so it has a server of its own.
  const site = await openSite()
  try {
    const page = await (await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce' })).newPage()
    await openConsole(page, '/admin/this-week', 'Dashboard')
    await page.getByRole('button', { name: 'Mark Shirin Irani as welcomed' }).click()
    await expect(page.getByRole('heading', { name: 'New members to welcome' })).toBeHidden()
    expect.soft(await accessibilityViolations(page)).toEqual([])
    // A toast covers for some seconds what is below it.
    await waitForToasts(page)
    expect.soft(await faultsOfTheWalk(page, 'content')).toEqual([])
    expect.soft(await overflows(page)).toEqual([])
    await page.getByRole('button', { name: 'Undo that Shirin Irani was welcomed' }).click()
    await expect(page.getByRole('button', { name: 'Mark Shirin Irani as welcomed' })).toBeVisible()
    await page.getByRole('link', { name: 'Dr Lakshmi Subramaniam', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dr Lakshmi Subramaniam' })).toBeVisible()
  } finally {
    await site.close()
  }
})
