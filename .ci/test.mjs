// npm test: everything that must hold, the quick checks first. All of it runs, whatever fails;
// what can't run because something before it failed counts as failed.
import { buildBinary, buildWeb, install } from './build-steps.mjs'
import { run } from './command.mjs'
import { unwatchedTests, watchedTests } from './go-tests.mjs'
import { gofmt } from './gofmt.mjs'
import { requireBrowser, requireCompiler } from './machine.mjs'
import { requireTools } from './tools.mjs'
import { playwrightTests, vitestTests } from './web-tests.mjs'

// As the binary is built: what Go has compiled once it need not compile again for each check.
process.env.GOFLAGS ??= '-trimpath'

const bin = (name) => `node_modules/.bin/${name}`

/** A check is one thing that passes or fails; tests are counted one by one. */
const check =
  (program, ...args) =>
  async () =>
    tally((await run(program, args)) === 0)
const tally = (held) => ({ passed: held ? 1 : 0, failed: held ? 0 : 1 })

/** A build is a check that the browser tests stand on. */
let built = true
const build = (step) => async () => {
  const held = (await step()) === 0
  built &&= held
  return tally(held)
}

const stages = [
  ['Go format', async () => tally(await gofmt())],
  ['JavaScript lint', check(bin('biome'), 'ci', 'web', '.ci')],
  ['Web types', check(bin('tsc'), '-p', 'web/tsconfig.json')],
  ['Web build', build(buildWeb)],
  ['Go vet', check('go', 'vet', './...')],
  ['Go staticcheck', check('go', 'tool', 'staticcheck', './...')],
  ['Go build', build(buildBinary)],
  ['Web tests', vitestTests],
  ['Go tests, -race', watchedTests],
  ['Go tests, plain', unwatchedTests],
  ['Browser tests', () => (built ? playwrightTests() : tally(false))],
]

await requireTools()
if ((await install()) !== 0) process.exit(1)
await requireCompiler()
await requireBrowser()

const rows = []
for (const [name, stage] of stages) {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}`)
  const began = Date.now()
  const { passed, failed } = await stage()
  rows.push({ name, passed, failed, seconds: Math.round((Date.now() - began) / 1000) })
}

const passed = rows.reduce((sum, row) => sum + row.passed, 0)
const failed = rows.reduce((sum, row) => sum + row.failed, 0)
console.log(`\n${'Stage'.padEnd(18)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'seconds'.padStart(9)}`)
for (const row of rows) {
  console.log(
    `${row.name.padEnd(18)}${String(row.passed).padStart(8)}${String(row.failed).padStart(8)}${String(row.seconds).padStart(9)}`,
  )
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
