import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Scheme = 'light' | 'dark'

/**
 * What axe finds on a page, in both themes or in one: the one place that says which rules hold. Emails
 * stand in frames of their own and are not looked into.
 */
export async function accessibilityViolations(
  page: Page,
  schemes: readonly Scheme[] = ['light', 'dark'],
): Promise<string[]> {
  const found: string[] = []
  for (const [index, scheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    // a colour on its way to another is neither
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
    const axe = new AxeBuilder({ page }).exclude('iframe')
    // the themes differ in nothing but their colours
    if (index === 0) axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    else axe.withRules(['color-contrast', 'link-in-text-block'])
    const { violations } = await axe.analyze()
    found.push(
      ...violations.map(({ id, nodes }) => `${scheme}: ${id} at ${nodes.map(({ target }) => target).join(', ')}`),
    )
  }
  return found
}

/** By how much a page is wider than a small telephone, or than a tablet, and which. */
export async function overflows(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  const found: string[] = []
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 800 })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (over > 0) found.push(`${over} px more than ${width} px`)
  }
  if (before) await page.setViewportSize(before)
  return found
}
