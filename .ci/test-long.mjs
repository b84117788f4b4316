// npm run test:long [-- NAME...]: runs the full form of tests of which npm test runs a sample. Tests read
// BOARDCIRCLE_TEST_LONG; tests with their own flag get that flag. An unknown name is a failure, and so is a run whose
// pattern matches no test.
import './go-flags.mjs'
import { build } from './build-steps.mjs'
import { run } from './command.mjs'
import { choose, findPackages, findUnmatched } from './long-runs.mjs'
import { requireBrowser } from './machine.mjs'
import { requireTools } from './tools.mjs'
import { playwrightTests } from './web-tests.mjs'

const minutes = 60

const { chosen, unknown } = choose(process.argv.slice(2))
if (unknown.length > 0) {
  console.error(`There is no run ${unknown.join(', ')}.`)
  process.exit(1)
}
await requireTools()
await build() // the browser tests and the attack tests use the web app
process.env.BOARDCIRCLE_TEST_LONG = '1'
process.env.BOARDCIRCLE_TEST_ENDURANCE ??= '10000'

const failed = []
for (const { name, script, browser, packages, args } of chosen) {
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
  const found = await findPackages(packages)
  console.log(`\n── ${name}: ${found.join(' ')}`)
  const unmatched = await findUnmatched(packages, found, args)
  for (const one of unmatched) console.error(`No test of ${one} matches ${args.join(' ')}.`)
  const code =
    unmatched.length > 0 ? 1 : await run('go', ['test', '-v', '-count=1', '-timeout', `${minutes}m`, ...found, ...args])
  if (code !== 0) failed.push(name)
}
console.log(failed.length === 0 ? '\nAll long tests passed.' : `\nFailed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
