import type { Page } from '@playwright/test'
import axe from 'axe-core'

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
  await page.evaluate(`if (!window.axe) { ${axe.source} }`)
  for (const [index, scheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    // a colour on its way to another is neither, and it sets out with the next frame
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
    const violations = await page.evaluate(async (isFirst) => {
      const { violations } = await window.axe.run(
        { exclude: [['iframe']] },
        {
          iframes: false,
          resultTypes: ['violations'],
          runOnly: isFirst
            ? { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }
            : // the themes differ in nothing but their colours
              { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
        },
      )
      return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target).join(', ')}`)
    }, index === 0)
    found.push(...violations.map((violation) => `${scheme}: ${violation}`))
  }
  return found
}

declare global {
  interface Window {
    axe: typeof import('axe-core')
  }
}

/** By how much a page is wider than a small telephone, or than a tablet, and which. */
export async function overflows(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  const found: string[] = []
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 800 })
    const over = await page.evaluate(() => {
      const more = document.documentElement.scrollWidth - window.innerWidth
      const cause = [...document.querySelectorAll('main *')].findLast(
        ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
      )
      return more > 0 ? `${more} px more: ${cause?.textContent?.slice(0, 80)}` : ''
    })
    if (over) found.push(`at ${width} px ${over}`)
  }
  if (before) await page.setViewportSize(before)
  return found
}
