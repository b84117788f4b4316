import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

/** Half the size of `axe.source`; every tested page has to parse it. */
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Scheme = 'light' | 'dark'
type Rgb = { r: number; g: number; b: number; alpha: number }
type Commons = { color: { Color: { new (from: Rgb): Rgb; prototype: { parseString(this: Rgb, text: string): Rgb } } } }

/**
 * Returns axe's findings on a page, in one theme or both. This is the only list of the rules that apply. Frames with
 * emails are not checked.
 */
export async function accessibilityViolations(
  page: Page,
  schemes: readonly Scheme[] = ['light', 'dark'],
): Promise<string[]> {
  const found: string[] = []
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axe}; (${rememberColors})()`)
  for (const [index, scheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const violations = await page.evaluate(look, index === 0)
    found.push(...violations.map((violation) => `${scheme}: ${violation}`))
  }
  return found
}

/** Runs in the page as a whole: Playwright's own waiting would compile its script there as well. */
async function look(isFirst: boolean): Promise<string[]> {
  // Colour transitions start with the next frame. They must end first, because axe would read a colour in between.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  // The rows of a list are dimmed while it is reloading.
  while (document.querySelector('table[aria-busy="true"]')) await new Promise((done) => requestAnimationFrame(done))
  const running = () => document.getAnimations().filter(({ playState }) => playState === 'running')
  while (running().length > 0) {
    for (const animation of running()) animation.finish()
    await new Promise((done) => requestAnimationFrame(done))
  }
  const alike = rowsLikeOthers()
  for (const row of alike) row.hidden = true
  const { violations } = await window.axe.run(
    { exclude: [['iframe']] },
    {
      iframes: false,
      resultTypes: ['violations'],
      runOnly: isFirst
        ? { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }
        : // the themes differ only in their colours
          { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
    },
  )
  for (const row of alike) row.hidden = false
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target).join(', ')}`)

  /**
   * Returns the rows of long tables after the first ten, if their structure is the same as that of an earlier row. Only
   * their texts differ, and axe checks only whether there is a text.
   */
  function rowsLikeOthers(): HTMLElement[] {
    const alike: HTMLElement[] = []
    for (const body of document.querySelectorAll('tbody')) {
      const shapes = new Set<string>()
      for (const [index, row] of [...body.rows].entries()) {
        const shape = row.outerHTML
          .replace(/>[^<]*[^<\s][^<]*</g, '>x<')
          .replace(
            / (\S*id|href|for|aria-(?:label|labelledby|describedby|controls)|title|value|datetime|data-key|src|alt)="[^"]+"/g,
            ' $1="x"',
          )
        if (index >= 10 && shapes.has(shape) && !row.hidden) alike.push(row)
        shapes.add(shape)
      }
    }
    return alike
  }
}

/**
 * Runs in the page: caches colours, because axe parses each one again. That takes a third of its time, and a page has
 * only a few dozen colours.
 */
function rememberColors(): void {
  const { Color } = (window.axe.commons as unknown as Commons).color
  const known = new Map<string, Rgb>()
  const parse = Color.prototype.parseString
  Color.prototype.parseString = function (text) {
    const color = known.get(text)
    if (color) {
      const { r, g, b, alpha } = color
      return Object.assign(this, { r, g, b, alpha })
    }
    parse.call(this, text)
    known.set(text, new Color(this))
    return this
  }
}

declare global {
  interface Window {
    axe: typeof import('axe-core')
  }
}

/** Returns by how much a page is wider than the screen of a small phone or a tablet. */
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
