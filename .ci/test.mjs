// npm test: runs all checks, on two cores. Three stages run at a time, because tests also wait. Go is compiled while
// the web app is installed, built and tested; compiling for the race detector has a low priority. The browser tests run
// in parallel to the Go tests. Stages that compile the same packages run one after another, because in parallel both
// would compile them.
import './go-flags.mjs'
import { buildBinary, buildWeb, install } from './build-steps.mjs'
import { print, run, stop } from './command.mjs'
import { compiling } from './go-flags.mjs'
import { compileForRace, plainTests, raceTests } from './go-tests.mjs'
import { gofmt } from './gofmt.mjs'
import { requireBrowser, requireCompiler } from './machine.mjs'
import { runStages } from './stages.mjs'
import { filesBelow } from './stamp.mjs'
import { requireTools } from './tools.mjs'
import { unusedPackages } from './unused-packages.mjs'
import { scanGo, scanNpm } from './vulnerabilities.mjs'
import { playwrightTests, vitestTests } from './web-tests.mjs'

const bin = (name) => `node_modules/.bin/${name}`
const result = (held) => ({ passed: held ? 1 : 0, failed: held ? 0 : 1 })

/** A check passes or fails as a whole. Tests are counted one by one. */
const step = (work) => async () => result((await work()) === 0)
const check = (program, ...args) => step(() => run(program, args, { env: program === 'go' ? compiling : {} }))

const scriptTests = filesBelow('.ci').filter((file) => file.endsWith('.test.mjs'))

/** The results of the vulnerability scans. They are printed again at the end, as "not scanned" is not a failure. */
const scans = []
async function scan() {
  scans.push(await scanGo({ short: true }), await scanNpm())
  for (const { line, details } of scans) for (const text of [line, ...details]) print(text)
  return result(scans.every(({ state }) => state !== 'vulnerable'))
}

// Stages start in this order when there is room. The browser tests take longest and mostly wait for pages, so they have
// priority. Each time limit is many times what the stage takes.
const stages = [
  // Only packages that do not embed the web app, whose files change during this stage.
  { name: 'Go compile', minutes: 30, run: check('go', 'build', './pb_hooks/...', './pb_migrations/...') },
  { name: 'npm install', minutes: 15, run: step(install) },
  { name: 'Web build', needs: ['npm install'], minutes: 10, run: step(buildWeb) },
  { name: 'C compiler', minutes: 15, run: step(requireCompiler) },
  { name: 'Chromium', needs: ['C compiler'], minutes: 15, run: step(requireBrowser) },
  { name: 'Go build', needs: ['Go compile', 'Web build'], minutes: 30, run: step(buildBinary) },
  { name: 'Browser tests', needs: ['Go build', 'Chromium'], minutes: 45, nice: 0, run: playwrightTests },
  { name: 'Go compile, -race', needs: ['C compiler'], minutes: 30, nice: 15, run: step(compileForRace) },
  { name: 'Go format', minutes: 5, run: async () => result(await gofmt()) },
  { name: 'Go modules', minutes: 10, run: check('go', 'mod', 'tidy', '-diff') },
  { name: 'npm packages', needs: ['npm install'], minutes: 5, run: async () => result(unusedPackages()) },
  { name: 'JavaScript lint', needs: ['npm install'], minutes: 5, run: check(bin('biome'), 'ci', 'web', '.ci') },
  { name: 'Web types', needs: ['npm install'], minutes: 10, run: check(bin('tsc'), '-p', 'web/tsconfig.json') },
  { name: 'Web tests', needs: ['npm install'], minutes: 20, run: vitestTests },
  // The tests of pages and of the binary embed the web app, or report that it is missing.
  {
    name: 'Go tests, -race',
    needs: ['Go compile', 'Go compile, -race'],
    after: ['Web build'],
    minutes: 40,
    run: raceTests,
  },
  { name: 'Go tests', needs: ['Go compile'], after: ['Web build'], minutes: 45, run: plainTests },
  // These stages compile the tests, as go test does. In parallel to go test they would compile them again, and before
  // it they would delay it.
  { name: 'Go staticcheck', after: ['Go tests'], minutes: 30, run: check('go', 'tool', 'staticcheck', './...') },
  { name: 'Go vet', after: ['Go tests'], minutes: 20, run: check('go', 'vet', './...') },
  { name: 'Script tests', after: ['Go compile'], minutes: 15, run: check(process.execPath, '--test', ...scriptTests) },
  { name: 'Vulnerabilities', needs: ['npm install'], after: ['Script tests'], minutes: 15, run: scan },
]

await requireTools()

const wanted = new Set(process.argv.slice(2))
for (const name of wanted) {
  const stage = stages.find((one) => one.name === name)
  if (!stage) stop(`There is no stage ${name}. There are: ${stages.map((one) => one.name).join(', ')}.`)
  for (const needed of stage.needs ?? []) wanted.add(needed) // a Set's iteration includes elements that are added during it
}
const rows = await runStages(
  stages.filter(({ name }) => wanted.size === 0 || wanted.has(name)).map((stage) => ({ nice: 5, ...stage })),
  { atOnce: 3, minutes: 80 },
)
const passed = rows.reduce((sum, row) => sum + row.passed, 0)
const failed = rows.reduce((sum, row) => sum + row.failed, 0)
console.log(`\n${'Stage'.padEnd(18)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'seconds'.padStart(9)}`)
for (const row of rows) {
  const numbers = [String(row.passed).padStart(8), String(row.failed).padStart(8), String(row.seconds).padStart(9)]
  console.log(row.name.padEnd(18) + numbers.join(''))
}
for (const { line } of scans) console.log(`\n${line}`)
console.log(`\n${passed} passed, ${failed} failed`)
// A program that ignores its signal must not keep this one running.
process.exit(failed === 0 ? 0 : 1)
