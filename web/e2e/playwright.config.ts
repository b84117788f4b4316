import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'

/** The system's Chromium, or the one that CHROMIUM names; Playwright's own download is not needed. */
const browsers: string[] = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../.ci/browsers.json'), 'utf8'))
const chromium = process.env.CHROMIUM || browsers.find((path) => existsSync(path))

export default defineConfig({
  testDir: '.',
  globalSetup: './migrate.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  // as many as there are cores: a third takes none of the time off
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // a machine that stands still for seconds must not fail a build; what needed a second try is named in the report
  retries: 2,
  // many times what a test takes alone: others run beside it
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    actionTimeout: 15_000,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // each frame of a movement is painted by the processor, a fifth of all its work; admin-day.spec.ts sees them
    contextOptions: { reducedMotion: 'reduce' },
    // to record every try would take as long again
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
