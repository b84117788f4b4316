// npm run scan [-- --strict]: looks for known holes in the Go modules, the standard library and the npm packages
// of the web app. It fails when something is found; what could not be scanned is said, and fails with --strict.
import './go-flags.mjs'
import { scanGo, scanNpm } from './vulnerabilities.mjs'

const strict = process.argv.includes('--strict')
const outcomes = [await scanGo(), await scanNpm()]
for (const { line, details } of outcomes) {
  console.log(line)
  for (const detail of details) console.log(`  ${detail}`)
}
const failed = outcomes.some(({ state }) => state === 'vulnerable' || (strict && state === 'not scanned'))
process.exitCode = failed ? 1 : 0
