// npm run test:long [-- NAME...]: the full forms of what npm test runs a sample of. Tests read the
// long form from BOARDCIRCLE_TEST_LONG; those that have a switch of their own are given it.
import './go-flags.mjs'
import { build } from './build-steps.mjs'
import { ask, run } from './command.mjs'
import { requireBrowser } from './machine.mjs'
import { requireTools } from './tools.mjs'
import { playwrightTests } from './web-tests.mjs'

const minutes = 60

/** Each run: its name, and its packages by the ends of their paths with their arguments, its script, or its browser test. */
const runs = [
  { name: 'permutations', packages: ['payments/routetest'], args: ['-run', 'Order'] },
  { name: 'counters', packages: ['members'], args: ['-run', 'EqualTheRecords'] },
  { name: 'books', packages: ['books'], args: ['-run', 'Agree'] },
  { name: 'load', packages: ['scale'], args: ['-args', '-long'] },
  { name: 'crashes', packages: ['crashtest'], args: ['-args', '-long'] },
  { name: 'attacks', packages: ['attacktest'], args: ['-args', '-long'] },
  { name: 'upgrades', packages: ['pb_hooks'], args: ['-run', 'Migrations|Upgrade'] },
  { name: 'crowd', browser: 'console-crowd' },
  { name: 'image', script: '.ci/image.mjs' },
  { name: 'endurance', packages: ['mail', 'campaigns'], args: ['-run', 'Killed|ArriveOnceEach'] },
]

await requireTools()
await build() // the browser's tests and the attacks look at the web app
process.env.BOARDCIRCLE_TEST_LONG = '1'
process.env.BOARDCIRCLE_TEST_ENDURANCE ??= '10000'

const { output } = await ask('go', [
  'list',
  '-f',
  '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}',
  './...',
])
const paths = output.trim().split('\n')
const wanted = process.argv.slice(2)
const failed = []
for (const { name, script, browser, packages, args } of runs.filter(
  (one) => wanted.length === 0 || wanted.includes(one.name),
)) {
  if (script) {
    console.log(`\n── ${name}: ${script}`)
    if ((await run(process.execPath, [script])) !== 0) failed.push(name)
    continue
  }
  if (browser) {
    console.log(`\n── ${name}: ${browser}`)
    if ((await requireBrowser()) !== 0) process.exit(1)
    if ((await playwrightTests(browser)).failed > 0) failed.push(name)
    continue
  }
  const found = paths.filter((path) => packages.some((folder) => path.endsWith(`/${folder}`)))
  console.log(`\n── ${name}: ${found.join(' ')}`)
  const code =
    found.length === 0 ? 1 : await run('go', ['test', '-v', '-count=1', '-timeout', `${minutes}m`, ...found, ...args])
  if (code !== 0) failed.push(name)
}
console.log(failed.length === 0 ? '\nAll long tests passed.' : `\nFailed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
