import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What assistive technology would stumble over, in both themes. Emails are shown in frames of their own and are not looked into. */
export async function faultsForReaders(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    // a colour on its way to another is neither
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
    const axe = new AxeBuilder({ page }).exclude('iframe')
    // the themes differ in nothing but their colours
    if (scheme === 'light') axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
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
