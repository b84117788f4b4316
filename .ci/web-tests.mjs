// Vitest and Playwright print for people. The counts come from their JSON reports.
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { run } from './command.mjs'

export function vitestTests() {
  return counted(
    (report) =>
      run('node_modules/.bin/vitest', [
        'run',
        '--config',
        'web/vitest.config.ts',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ]),
    (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
  )
}

/** Runs all browser tests, or those of some files. */
export function playwrightTests(...files) {
  return counted(
    (report) =>
      run(
        'node_modules/.bin/playwright',
        ['test', '-c', 'web/e2e/playwright.config.ts', '--reporter=list,json', ...files],
        { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
      ),
    (report) => ({ passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }),
  )
}

/** Runs tests that write a report. A run that fails without a failed test counts as one failure. */
async function counted(start, count) {
  const folder = await mkdtemp(path.join(tmpdir(), 'boardcircle-'))
  const file = path.join(folder, 'report.json')
  try {
    const code = await start(file)
    const { passed, failed } = existsSync(file)
      ? count(JSON.parse(readFileSync(file, 'utf8')))
      : { passed: 0, failed: 0 }
    return { passed, failed: code === 0 ? failed : Math.max(1, failed) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
