import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Scheme = 'light' | 'dark'

const colourRules = ['color-contrast', 'link-in-text-block']

/** The widths of a computer, a tablet and a phone. */
const widths = [1280, 768, 360] as const

/** The widths at which pages must fit too: a computer at a zoom of 200 %, and the smallest phone. */
const otherWidths = [640, 320] as const

/**
 * Returns axe's findings on a page as it is shown now, in one theme or both. This is the only list of the rules that
 * apply. Frames with emails are not checked.
 */
export async function accessibilityViolations(
  page: Page,
  schemes: readonly Scheme[] = ['light', 'dark'],
): Promise<string[]> {
  const found: string[] = []
  // The themes differ only in their colours.
  for (const [index, scheme] of schemes.entries())
    found.push(...(await violationsIn(page, scheme, index === 0 ? 'all rules' : 'colours')))
  return found
}

/**
 * Returns axe's findings on a page, and by how many pixels the page overflows at each width. axe is slow, so the command
 * decides how much it checks:
 * - npm test: all rules at 1280 px in the light theme.
 * - npm run test:sweeps: also the colours of the dark theme at 1280 px, and all rules but those of colours at 360 px.
 * - npm run test:long: all rules in the light theme and the colours of the dark theme, at 1280, 768 and 360 px.
 */
export async function faultsAtEachWidth(page: Page): Promise<string[]> {
  const isLong = Boolean(process.env.BOARDCIRCLE_TEST_LONG)
  const isSweep = Boolean(process.env.BOARDCIRCLE_TEST_SWEEPS)
  const before = page.viewportSize()
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    // On a scrolled page the fixed bar may cover half of a button, which axe reports as too small.
    await page.evaluate(() => window.scrollTo(0, 0))
    const violations =
      isLong || width === 1280
        ? await accessibilityViolations(page, isLong || isSweep ? ['light', 'dark'] : ['light'])
        : isSweep && width === 360
          ? await violationsIn(page, 'light', 'all but colours')
          : []
    found.push(...violations.map((fault) => `${width} px, ${fault}`))
    found.push(...(await overflowAt(page, width)))
  }
  for (const width of otherWidths) found.push(...(await overflowAt(page, width)))
  if (before) await page.setViewportSize(before)
  return found
}

async function violationsIn(
  page: Page,
  scheme: Scheme,
  rules: 'all rules' | 'colours' | 'all but colours',
): Promise<string[]> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.evaluate(settle)
  const axe = new AxeBuilder({ page })
    // Otherwise axe opens a blank page for each call, to collect the results of frames, which doubles the time.
    .setLegacyMode()
    .exclude('iframe')
    .exclude('[data-alike]')
    .options({ resultTypes: ['violations'] })
  if (rules === 'colours') axe.withRules(colourRules)
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
  if (rules === 'all but colours') axe.disableRules(colourRules)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${scheme}: ${id} at ${nodes.map(({ target }) => target).join(', ')}`)
}

/** Runs in the page as a whole: Playwright's own waiting would compile its script there as well. */
async function settle(): Promise<void> {
  // Colour transitions start with the next frame. They must end first, because axe would read a colour in between.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  // A list is busy while other rows are loading, and its former rows are dimmed.
  while (document.querySelector('table[aria-busy="true"]')) await new Promise((done) => requestAnimationFrame(done))
  const running = () => document.getAnimations().filter(({ playState }) => playState === 'running')
  while (running().length > 0) {
    for (const animation of running()) animation.finish()
    await new Promise((done) => requestAnimationFrame(done))
  }
  // In a long table, axe need not check the rows after the first ten if their structure is that of an earlier row. Only
  // their texts differ, and axe checks only whether there is a text.
  for (const body of document.querySelectorAll('tbody')) {
    const shapes = new Set<string>()
    for (const [index, row] of [...body.rows].entries()) {
      row.removeAttribute('data-alike')
      const shape = row.outerHTML
        .replace(/>[^<]*[^<\s][^<]*</g, '>x<')
        .replace(
          / (\S*id|href|for|aria-(?:label|labelledby|describedby|controls)|title|value|datetime|data-key|src|alt)="[^"]+"/g,
          ' $1="x"',
        )
      row.toggleAttribute('data-alike', index >= 10 && shapes.has(shape))
      shapes.add(shape)
    }
  }
}

/** Returns by how much a page is wider than a window of each width. */
export async function overflows(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  const found: string[] = []
  for (const width of [...widths, ...otherWidths]) found.push(...(await overflowAt(page, width)))
  if (before) await page.setViewportSize(before)
  return found
}

async function overflowAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 })
  await page.evaluate(settle)
  const over = await page.evaluate(() => {
    const more = document.documentElement.scrollWidth - window.innerWidth
    const cause = [...document.querySelectorAll('main *')].findLast(
      ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
    )
    return more > 0 ? `${more} px more: ${cause?.textContent?.slice(0, 80)}` : ''
  })
  return over ? [`at ${width} px ${over}`] : []
}
