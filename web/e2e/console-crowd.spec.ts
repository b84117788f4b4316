import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { openConsole } from './console'
import { expect, openSite, test } from './site'

const run = promisify(execFile)

// console-members.spec.ts does the same with the demo's few people. loadtest/scale measures the lists with many.
test.skip(!process.env.BOARDCIRCLE_TEST_LONG, 'filling in thousands takes half a minute: npm run long:browser')

test('an admin finds one member among thousands, and exports them', async ({ browser }) => {
  test.setTimeout(300_000)
  const site = await openSite()
  const context = await browser.newContext({ baseURL: site.url, locale: 'en-IN', timezoneId: 'Asia/Kolkata' })
  try {
    await run('go', ['run', './pb_hooks/internal/loadtest/fill', `--dir=${site.dir}`, '--people=5000'], {
      cwd: resolve(import.meta.dirname, '../..'),
    })
    const page = await context.newPage()
    await openConsole(page, '/admin/members', 'Members')
    await expect(page.getByText(/1–50 of 5,\d\d\d/)).toBeVisible()

    await page.getByRole('searchbox').fill('U3194@SAMPLE.example')
    await expect(page.getByText('1–1 of 1', { exact: true })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'u3194@sample.example' })).toBeVisible()
    await expect(page).toHaveURL(/search=U3194/)

    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: /CSV/ }).click()
    const rows = (await readFile(await (await file).path(), 'utf8')).trim().split('\n')
    expect(rows).toHaveLength(2)
    expect(rows[1]).toContain('u3194@sample.example')
  } finally {
    await context.close()
    await site.close()
  }
})
