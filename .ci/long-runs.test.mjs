import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { root } from './command.mjs'
import { choose, findPackages, findUnmatched, runs } from './long-runs.mjs'

const folders = readdirSync(path.join(root, 'pb_hooks'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('_test.go'))
  .map((entry) => ({ folder: entry.parentPath, file: path.join(entry.parentPath, entry.name) }))

test('each long run matches a test in each of its packages', () => {
  for (const { name, packages = [], args = [] } of runs) {
    const pattern = args.includes('-run') ? new RegExp(args[args.indexOf('-run') + 1]) : /./
    for (const wanted of packages) {
      const tests = folders
        .filter(({ folder }) => folder.endsWith(`/${wanted}`))
        .flatMap(({ file }) => [...readFileSync(file, 'utf8').matchAll(/^func (Test\w+)\(/gm)].map((match) => match[1]))
      assert.ok(
        tests.some((one) => pattern.test(one)),
        `${name}: ${wanted}`,
      )
    }
  }
})

test('a pattern that matches nothing, and a folder without a package, are found', async () => {
  const found = await findPackages(['internal/money'])
  assert.equal(found.length, 1)
  assert.deepEqual(await findUnmatched(['internal/money'], found, ['-run', 'NoSuchTest']), found)
  assert.deepEqual(await findUnmatched(['internal/money'], found, ['-run', '.']), [])
  assert.deepEqual(await findUnmatched(['internal/money', 'no/such'], found, ['-run', '.']), ['no/such'])
})

test('a run that is not known fails', () => {
  assert.deepEqual(choose(['sales', 'salse']).unknown, ['salse'])
  assert.deepEqual(choose([]), { chosen: runs, unknown: [] })
  const { status, stderr } = spawnSync(process.execPath, ['.ci/test-long.mjs', 'salse'], {
    cwd: root,
    encoding: 'utf8',
  })
  assert.equal(status, 1)
  assert.match(stderr, /There is no run salse\./)
})
