// npm run scan [-- --strict]: scans the Go modules, the standard library and the npm packages of the web app for known
// vulnerabilities. It fails if it finds any. It reports what could not be scanned, which is a failure with --strict.
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
