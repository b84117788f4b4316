import { existsSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { defineConfig } from '@playwright/test'

/** The system's Chromium, or the one in CHROMIUM, so that Playwright's own download is not needed. */
const browsers: string[] = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../.ci/browsers.json'), 'utf8'))
const installed = process.env.CHROMIUM ? [process.env.CHROMIUM] : browsers.filter((path) => existsSync(path))
// The long tests run in each installed Chromium.
const isLong = Boolean(process.env.BOARDCIRCLE_TEST_LONG)
const chromiums = isLong ? installed : installed.slice(0, 1)
if (chromiums.length === 0)
  throw new Error('The browser tests need Chromium: apt-get install chromium, or its path in CHROMIUM.')

export default defineConfig({
  testDir: '.',
  globalSetup: './seed.ts',
  outputDir: '../../test-results/browser',
  reporter: [
    ['list'],
    [
      'junit',
      {
        outputFile: `../../test-results/${process.env.BOARDCIRCLE_TEST_SWEEPS ? 'pages' : 'browser'}.xml`,
        includeRetries: true,
      },
    ],
  ],
  fullyParallel: true,
  // A test with the tag walks over a page that other tests use, at each width. npm run test:sweeps runs only those.
  ...(process.env.BOARDCIRCLE_TEST_SWEEPS ? { grep: /@sweep/ } : isLong ? {} : { grepInvert: /@sweep/ }),
  // One per core; a third would not save time.
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // The second try records a trace. A test that needs it counts as failed.
  retries: 1,
  failOnFlakyTests: true,
  // Many times the duration of a test on an idle machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 30_000,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Without a GPU, painting animations takes a fifth of the processor's time. admin-day.spec.ts tests with
    // animations.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every run would double the time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: chromiums.map((executablePath) => ({
    name: basename(executablePath),
    use: {
      launchOptions: {
        executablePath,
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
  })),
})
