import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { openConsole } from './console'
import { picture } from './picture'
import { expect, openUntilShown, test } from './site'

const photograph = resolve(import.meta.dirname, '../../.ci/pictures/console.jpg')

const testimonial = 'landing.testimonials.cards'

async function textAt(page: Page, key: string): Promise<{ key: string; version: number; published: unknown }> {
  const { texts } = await (await page.request.get('/api/texts/landing')).json()
  return texts.find((text: { key: string }) => text.key === key)
}

/** Publishes the picture that the demo shows again. Later tests use the same site. */
async function restore(page: Page, key: string, value: unknown): Promise<void> {
  const { version } = await textAt(page, key)
  await page.request.put('/api/texts/landing', { data: { key, version, value } })
  await page.request.post('/api/texts/landing/publish', { data: { keys: [key] } })
}

test('an editor uploads a portrait, sets its focal point by keyboard and shows it in a testimonial, and a visitor sees it', async ({
  page,
  browser,
  site,
}) => {
  test.slow()
  await openConsole(page, '/admin/content', 'Content Management')
  await page.getByRole('navigation', { name: 'Content' }).getByRole('link', { name: 'Pictures' }).click()
  await expect(page.getByRole('button', { name: 'Portrait of Meera Krishnan' })).toBeVisible()
  await page.getByLabel('Picture files').setInputFiles({
    name: 'portrait.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  })
  await expect(page.getByText('portrait.jpg: Please choose a JPEG, PNG or WebP image')).toBeVisible()

  await page.getByLabel('Picture files').setInputFiles(photograph)
  const dialog = page.getByRole('dialog', { name: 'Describe the picture' })
  const point = dialog.getByRole('slider', { name: 'Focal point' })
  await expect(point).toHaveAttribute('aria-valuetext', '50% from the left, 30% from the top')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please describe what the picture shows, or mark it as decorative')).toBeVisible()
  await point.focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await expect(point).toHaveAttribute('aria-valuetext', '40% from the left, 29% from the top')
  await picture(page, 'picture-dialog')
  await dialog.getByLabel(/^Description/).fill('Meera Krishnan at her desk')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The picture was saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Meera Krishnan at her desk' })).toBeVisible()
  await picture(page, 'pictures')

  const { lists } = await (await page.request.get('/api/site/texts/landing')).json()
  const key = `${testimonial}.${lists['testimonials.cards'][0]}.image`
  const { published } = await textAt(page, key)
  await page.goto('/?edit')
  await expect(page.getByText('All changes saved as drafts')).toBeVisible({ timeout: 60_000 })
  await page.getByLabel('Edit a list').selectOption(testimonial)
  await page.getByRole('dialog').getByRole('button', { expanded: false }).first().click()
  await page.getByRole('button', { name: 'Choose another picture' }).click()
  const chooser = page.getByRole('dialog', { name: 'Choose a picture' })
  await chooser.getByLabel('Search the pictures').fill('desk')
  await picture(page, 'picture-chooser')
  await chooser.getByRole('button', { name: 'Meera Krishnan at her desk' }).click()
  await expect(chooser).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByText('All changes saved as drafts')).toBeVisible()
  await page.getByRole('button', { name: /^Publish 1/ }).click()
  await page
    .getByRole('dialog', { name: 'Unpublished changes' })
    .getByRole('button', { name: 'Publish 1 change' })
    .click()
  await expect(page.getByText(/^Published 1 change/)).toBeVisible()

  const visitor = await (await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })).newPage()
  const portrait = visitor.getByRole('img', { name: 'Meera Krishnan at her desk' })
  await openUntilShown(visitor, '/', portrait)
  await expect(portrait).toHaveAttribute('srcset', /-320\.jpg 320w, .*-640\.jpg 640w/)
  await expect(portrait).toHaveAttribute('sizes', '6rem')
  await expect(portrait).toHaveCSS('object-position', '40% 29%')
  await portrait.scrollIntoViewIfNeeded()
  await expect.poll(() => portrait.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain('-320.jpg')
  await expect.poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await openConsole(page, '/admin/content/pictures', 'Pictures')
  await page.getByRole('button', { name: 'Meera Krishnan at her desk' }).click()
  const used = page.getByRole('dialog', { name: 'Meera Krishnan at her desk' })
  await expect(used.getByRole('link', { name: /^Landing page: Testimonials/ })).toHaveAttribute('href', `/?edit#${key}`)
  await expect(used.getByRole('button', { name: 'Delete the picture' })).toHaveCount(0)
  await picture(page, 'picture-used')

  await restore(page, key, published)
  await page.reload()
  await page.getByRole('button', { name: 'Meera Krishnan at her desk' }).click()
  await used.getByRole('button', { name: 'Delete the picture' }).click()
  await page
    .getByRole('dialog', { name: 'Delete this picture?' })
    .getByRole('button', { name: 'Delete the picture' })
    .click()
  await expect(page.getByRole('button', { name: 'Meera Krishnan at her desk' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Portrait of Meera Krishnan' })).toBeVisible()
})
