import { openConsole } from './console'
import { accessibilityViolations } from './faults'
import { expect, test } from './site'

const bubble = '[popover="manual"]'

test('an icon on the site shows its name after 700 ms under the pointer, and when the keyboard focuses it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.clock.install()
  await page.goto('/')
  const icon = page.getByRole('button', { name: 'Switch between light and dark' }).filter({ visible: true })
  // The page is shown before its script is ready.
  await expect(async () => {
    await page.mouse.move(0, 400)
    await icon.hover()
    await expect(page.locator(bubble)).toBeVisible({ timeout: 2000 })
  }).toPass()
  await page.mouse.move(0, 400)
  await expect(page.locator(bubble)).toHaveCount(0)
  await page.clock.pauseAt(Date.now() + 60_000)
  await icon.hover()
  await page.clock.runFor(699)
  await expect(page.locator(bubble)).toHaveCount(0)
  await page.clock.runFor(1)
  await page.clock.resume()
  await expect(page.locator(bubble)).toHaveText('Switch between light and dark')
  await expect(page.locator(bubble)).toBeInViewport({ ratio: 1 })
  expect.soft(await accessibilityViolations(page)).toEqual([])
  await icon.hover()
  await page.keyboard.press('Escape')
  await expect(page.locator(bubble)).toHaveCount(0)

  await page.mouse.move(0, 400)
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    if (await icon.evaluate((element) => element === document.activeElement)) break
  }
  await expect(icon).toBeFocused()
  await expect(page.locator(bubble)).toHaveText('Switch between light and dark')
  await page.keyboard.press('Tab')
  await expect(page.locator(bubble)).toHaveCount(0)
})

test('an icon in the console shows its name outside the table, and above a dialog', async ({ page }) => {
  await openConsole(page, '/admin/payments/transactions', 'Payment Tracking')
  // The figures arrive after the rows, and may move the table.
  await expect(page.getByText(/^Active memberships: \d/)).toBeVisible()
  const copy = page.getByRole('button', { name: /^Copy payment ID/ }).first()
  await copy.hover()
  await expect(page.locator(bubble)).toHaveText(/^Copy payment ID/)
  await expect(page.locator(bubble)).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: /^Find/ }).click()
  // The finder takes the focus once its script has loaded.
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).hover()
  await expect(page.locator(bubble)).toHaveText('Close')
  await expect(page.locator(bubble)).toBeInViewport({ ratio: 1 })
})
