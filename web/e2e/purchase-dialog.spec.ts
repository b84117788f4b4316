import { choose, signedIn } from './buyer'
import { accessibilityViolations, overflows } from './faults'
import { expect, freshEmail, test } from './site'

for (const viewport of [
  { width: 1280, height: 900 },
  { width: 360, height: 740 },
])
  test(`the purchase dialog always shows the total and the button at ${viewport.width} x ${viewport.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await signedIn(page, freshEmail(`dialog${viewport.width}`))
    const dialog = await choose(page, 'Join for Life')
    await expect(dialog.getByLabel('State', { exact: true })).toHaveValue('27') // from "Pune, Maharashtra"

    const expectInView = async () => {
      await expect(dialog.getByText(/^Total ₹/)).toBeInViewport({ ratio: 1 })
      await expect(dialog.getByRole('button', { name: 'Proceed to Payment' })).toBeInViewport({ ratio: 1 })
      await expect(dialog.getByRole('link', { name: /^terms/ })).toBeInViewport({ ratio: 1 })
      await expect(dialog.getByRole('link', { name: /^refund policy/ })).toBeInViewport({ ratio: 1 })
    }
    await expectInView()
    await expect(dialog.getByRole('link', { name: /^terms/ })).toHaveAttribute('href', '/terms-conditions')
    await expect(dialog.getByRole('link', { name: /^refund policy/ })).toHaveAttribute('href', '/cancellation-refund')

    await dialog.getByRole('radio', { name: 'My company' }).check() // the longest form
    await dialog.getByRole('radio', { name: 'Several people' }).check()
    await expectInView()
    for (const name of ['Full name', 'Company’s legal name', 'PIN code', /^Code/]) {
      const field = typeof name === 'string' ? dialog.getByLabel(name, { exact: true }) : dialog.getByLabel(name)
      await field.focus()
      await expect(field).toBeInViewport({ ratio: 1 })
      const [box, total] = [await field.boundingBox(), await dialog.getByText(/^Total ₹/).boundingBox()]
      expect((box?.y ?? 0) + (box?.height ?? 0), String(name)).toBeLessThanOrEqual(total?.y ?? 0)
      await expectInView()
    }
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await overflows(page)).toEqual([])
  })

test('a buyer chooses a plan in Hindi, and reads its name in Hindi', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signedIn(page, freshEmail('dialog-hindi'))
  await page.goto('/hi/membership-plans')
  await page.getByRole('button', { name: 'आजीवन सदस्य बनें' }).click()
  const dialog = page.getByRole('dialog', { name: 'अपनी खरीद पूरी करें' })
  await expect(dialog.getByText(/^कुल ₹/)).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByText(/आजीवन सदस्यता/)).toBeVisible()
  await expect(dialog.getByText('Lifetime Membership')).toHaveCount(0)
  await dialog.getByLabel('कोड', { exact: false }).last().fill('NOSUCHCODE')
  await dialog.getByRole('button', { name: 'लागू करें' }).click()
  await expect(dialog.getByText('हम इस कोड को नहीं पहचानते')).toBeVisible()
  await dialog.getByLabel('राज्य').selectOption('महाराष्ट्र')
  await expect(dialog.getByLabel('राज्य')).toHaveValue('27')
  await dialog.getByRole('radio', { name: 'मेरी कंपनी के नाम' }).check()
  await dialog.getByRole('button', { name: 'भुगतान करें' }).click()
  await expect(dialog.getByText('कृपया कंपनी का कानूनी नाम लिखें')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await overflows(page)).toEqual([])
})
