import { openConsole } from './console'
import { accessibilityViolations } from './faults'
import { expect, openUntilShown, test } from './site'

// A red square of 2×2 pixels.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
)

// Later tests use the same site.
test.afterEach(async ({ page }) => {
  for (const path of ['/api/cms/content', '/api/membership-tiers'])
    for (const { id, title, name } of await (await page.request.get(path)).json())
      if (title === undefined ? name.startsWith('Console ') : true) await page.request.delete(`${path}/${id}`)
})

test('a text is written, previewed and published, and a visitor sees it after a reload', async ({
  page,
  browser,
  site,
}) => {
  test.slow() // two browsers, and four pages in frames
  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage()
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('10,000 Women')

  await openConsole(page, '/admin/content', 'Content Management')
  const create = page.getByRole('button', { name: 'Create', exact: true })
  await create.first().click()
  await expect(create.first()).toBeDisabled()
  const form = page.locator('#content-form')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByText('Please choose a section')).toBeVisible()

  await form.getByRole('combobox', { name: 'Section' }).selectOption('Hero')
  await form.getByRole('textbox', { name: /^Title/ }).fill('Every seat counts')
  await form.getByRole('textbox', { name: /^Content/ }).fill('Written **today**.\n\n<script>alert(1)</script>')
  for (const frame of ['Desktop', 'Phone']) {
    const preview = page.frameLocator(`iframe[title*="${frame}"]`)
    await expect(preview.locator('h1')).toHaveText(/Every seat counts/)
    await expect(preview.locator('strong')).toHaveText('today')
  }
  await form.getByRole('checkbox', { name: /Active/ }).uncheck()
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Content Created')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Every seat counts' })).toBeFocused()
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('10,000 Women')

  await page.getByRole('button', { name: 'Edit Every seat counts' }).click()
  await form.getByRole('checkbox', { name: /Active/ }).check()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/admin\/content$/)
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Content Updated')).toBeVisible()
  await openUntilShown(visitor, '/', visitor.getByRole('heading', { level: 1, name: 'Every seat counts' }))
  await expect(visitor.locator('section', { hasText: 'Every seat counts' }).locator('strong')).toHaveText('today')
  await visitor.context().close()
})

test('an image is uploaded, and an earlier version and a deleted text are restored', async ({ page }) => {
  await openConsole(page, '/admin/content', 'Content Management')
  await page.getByRole('button', { name: 'Create', exact: true }).first().click()
  const form = page.locator('#content-form')
  await form.getByRole('combobox', { name: 'Section' }).selectOption('Testimonials')
  await form.getByRole('textbox', { name: /^Title/ }).fill('Meera Iyer')
  await form.getByRole('textbox', { name: /^Content/ }).fill('The first words')
  await form
    .getByLabel('Image file')
    .setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: Buffer.from('no') })
  await expect(form.getByText('Please choose a JPEG, PNG or WebP image')).toBeVisible()
  await form.getByLabel('Image file').setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: png })
  await expect(form.getByText(/The image was uploaded \(2 × 2 pixels\)/)).toBeVisible()
  await expect(form.getByRole('textbox', { name: /^Image/ })).toHaveValue(/^\/images\/[a-z0-9]+\.(png|jpg)$/)
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Content Created')).toBeVisible()

  await page.getByRole('button', { name: 'Edit Meera Iyer' }).click()
  await form.getByRole('textbox', { name: /^Content/ }).fill('The second words')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Content Updated')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Meera Iyer' })).toBeFocused()

  await page.getByRole('button', { name: 'Versions of Meera Iyer' }).click()
  const dialog = page.getByRole('dialog', { name: /Earlier versions/ })
  await dialog.getByRole('button', { name: 'Compare' }).click()
  await expect(dialog.locator('del')).toHaveText('second')
  await expect(dialog.locator('ins')).toHaveText('first')
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('The first words')).toBeVisible()

  await page.getByRole('button', { name: 'Delete Meera Iyer' }).click()
  await page.getByRole('dialog', { name: 'Delete “Meera Iyer”?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Content Deleted')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Meera Iyer' })).toBeHidden()
  await page.getByText(/^Recently deleted/).click()
  await page.getByRole('button', { name: 'Restore Meera Iyer' }).first().click()
  await expect(page.getByRole('button', { name: 'Edit Meera Iyer' })).toBeVisible()
})

test('a tier is created with the keyboard, shown on the plans page, and deleted', async ({ page, browser, site }) => {
  await openConsole(page, '/admin/memberships', 'Membership Tiers')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const form = page.locator('#tier-form')
  await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeDisabled()
  await form.getByRole('textbox', { name: 'Name' }).fill('Console Circle & Co.')
  await expect(form.getByRole('textbox', { name: /^Slug/ })).toHaveValue('console-circle-co')
  await expect(form.getByRole('textbox', { name: 'Price' })).toHaveAttribute('placeholder', '25000')
  await form.getByRole('textbox', { name: 'Price' }).fill('12000')
  const feature = form.getByRole('textbox', { name: /^Features/ })
  for (const typed of ['A library card', '  A library card ', ' ', 'A vote']) {
    await feature.fill(typed)
    await feature.press('Enter')
  }
  await expect(form.getByRole('list', { name: 'Features of this tier' }).getByRole('listitem')).toHaveCount(2)
  await form.getByRole('button', { name: 'Remove A vote' }).click()
  const picture = page.getByRole('region', { name: 'On the plans page' })
  await expect(picture.getByText('₹12,000', { exact: true })).toBeVisible()
  await expect(picture.getByText('₹14,160 including 18% GST')).toBeVisible()
  expect(await accessibilityViolations(page, ['light'])).toEqual([])
  await feature.fill('Typed, but not added')
  await form.getByRole('button', { name: 'Create' }).press('Enter')
  await expect(page.getByText('Membership Tier Created')).toBeVisible()

  await expect(page.getByRole('button', { name: 'Edit Console Circle & Co.' })).toBeFocused()
  const up = page.getByRole('button', { name: 'Move Console Circle & Co. up' })
  await up.focus()
  await page.keyboard.press('Enter')
  await expect(up).toBeFocused()
  await expect(page.getByText(/Console Circle & Co. is now number/)).toBeAttached()

  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage()
  const plan = visitor.getByRole('article', { name: 'Console Circle & Co.' })
  await openUntilShown(visitor, '/membership-plans', plan.getByText('A library card'))
  await expect(plan.getByText('Typed, but not added')).toBeVisible()
  await expect(plan.getByText('₹14,160 including 18% GST')).toBeVisible()
  await visitor.context().close()

  await page.getByRole('button', { name: 'Delete Console Circle & Co.' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete “Console Circle & Co.”?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Membership Tier Deleted')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Console Circle & Co.' })).toBeHidden()
})

test('a tier that was sold is not deleted but may be deactivated', async ({ page }) => {
  await openConsole(page, '/admin/memberships', 'Membership Tiers')
  await page.route('**/api/membership-tiers/*', async (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({
          status: 409,
          json: {
            status: 409,
            message: 'This tier has transactions, so it cannot be deleted. Deactivate it instead.',
            data: {},
          },
        })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Delete Annual Membership' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deletion Failed')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Deactivate “Annual Membership” instead?' })
  await expect(dialog.getByText(/Members who have bought it keep their membership/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('article', { name: 'Annual Membership' }).getByText('Active')).toBeVisible()
})
