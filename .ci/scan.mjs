// npm run scan [-- --strict]: looks for known vulnerabilities in the Go code and in the npm packages of the web app. A
// database that can't be reached is reported as "not scanned", which is a failure with --strict.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const results = [scanGo(), scanNpm()]
const lines = results.map(({ name, state, details = '' }) => `${name}: ${state}${details && `\n${details}`}`).join('\n')
console.log(lines)
mkdirSync(new URL('test-results/', root), { recursive: true })
writeFileSync(new URL('test-results/scan.txt', root), `${lines}\n`)
const failures = process.argv.includes('--strict') ? ['vulnerable', 'not scanned'] : ['vulnerable']
process.exitCode = results.some(({ state }) => failures.includes(state)) ? 1 : 0

/** Compares the modules first, which is quick. Only if one is vulnerable, it looks for calls of the vulnerable code. */
function scanGo() {
  const database = `-db=${process.env.GOVULNDB || 'https://vuln.go.dev'}`
  const govulncheck = (...args) => run('.ci/go', 'tool', '-modfile=.ci/tools/go.mod', 'govulncheck', database, ...args)
  const vulnerable = 3 // the exit code of govulncheck
  let scan = govulncheck('-C=pb', '-scan=module')
  if (scan.status === vulnerable) scan = govulncheck('./...')
  if (scan.status === 0) return { name: 'Go', state: 'nothing found' }
  return scan.status === vulnerable
    ? { name: 'Go', state: 'vulnerable', details: scan.stdout }
    : { name: 'Go', state: 'not scanned', details: scan.stderr.trim().split('\n').at(-1) }
}

function scanNpm() {
  const audit = run('npm', 'audit', '--json', '--omit=dev', '--package-lock-only', '--fetch-retries=0')
  const answer = JSON.parse(audit.stdout || '{}')
  if (!answer.vulnerabilities)
    return { name: 'npm', state: 'not scanned', details: answer.message ?? audit.stderr.trim() }
  const found = Object.values(answer.vulnerabilities).map(
    ({ name, severity, range }) => `${name} ${range}, ${severity}`,
  )
  return found.length === 0
    ? { name: 'npm', state: 'nothing found' }
    : { name: 'npm', state: 'vulnerable', details: found.join('\n') }
}

function run(program, ...args) {
  return spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
}
