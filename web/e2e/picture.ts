import type { Page } from '@playwright/test'

/** Saves a screenshot of the page, if SHOTS names a directory. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS
  if (!folder) return
  const before = page.viewportSize()
  for (const width of [360, 768, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` })
    }
  }
  if (before) await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null })
}
