// Runs go test, reads its JSON events, and prints one line per package and the whole output of failed tests.
import { ask, follow, print, run } from './command.mjs'
import { compiling } from './go-flags.mjs'
import { racePackages, uninstrumented } from './race.mjs'

// Everything is compiled a second time for the race detector. Without inlining this takes a fifth less time, and the
// few tests that use the detector are hardly slower.
const raceFlags = [
  '-race',
  '-gcflags=all=-l -dwarf=false',
  ...uninstrumented.map((path) => `-gcflags=${path}=-race=false -dwarf=false`),
]

/** The message of tests that are skipped under the race detector. */
const leftOut = 'not for the race detector'

/** Compiles the application for the race detector, once before several runs need it. Resolves to go's exit code. */
export function compileForRace() {
  return run('go', ['build', ...raceFlags, './pb_hooks/internal/testapp/...'], { env: compiling })
}

/** Runs the tests of the packages in race.mjs under the race detector, then the tests that were skipped, without it. */
export async function raceTests() {
  const { race, partly } = await packages()
  // By default each program waits a second at its end, which is useful only for servers.
  const options = { env: { GORACE: 'atexit_sleep_ms=1' } }
  // These run one at a time, in parallel to the whole packages. Ten at once would take the cores away from the browser
  // tests.
  const inTurn = async () => {
    const counts = []
    for (const { path, only } of partly) counts.push(await goTest([...raceFlags, '-run', only, path], options))
    return counts
  }
  const [watched, parts] = await Promise.all([goTest([...raceFlags, ...race], options), inTurn()])
  // A name that matches no test any more must count as a failure.
  const runs = [watched, ...parts.map((part) => (part.passed + part.failed === 0 ? { passed: 0, failed: 1 } : part))]
  if (watched.skipped.length > 0) {
    const names = watched.skipped.map(({ test }) => test)
    runs.push(await goTest(['-run', `^(${names.join('|')})$`, ...new Set(watched.skipped.map(({ path }) => path))]))
  }
  const sum = (what) => runs.reduce((all, one) => all + one[what], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}

/** These mostly wait for other processes, so they start first and do not prolong the end. */
const first = ['/crashtest', '/attacktest']

/** Runs the tests of all other packages, and of those that are only partly tested under the detector. */
export async function plainTests() {
  // One more than there are cores, because some packages wait for a process or a timer.
  const { plain } = await packages()
  const begins = (path) => (first.some((end) => path.endsWith(end)) ? 0 : 1)
  return goTest(['-p', '3', ...plain.sort((a, b) => begins(a) - begins(b))])
}

/** Returns import paths: packages tested under the detector as a whole, in part, and without it. */
async function packages() {
  const format = '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}'
  const { code, output } = await ask('go', ['list', '-f', format, './...'])
  if (code !== 0) throw new Error(output)
  const race = []
  const partly = []
  const plain = []
  const missing = new Set(racePackages.map(({ folder }) => folder))
  for (const path of output.trim().split('\n')) {
    const watched = racePackages.find(({ folder }) => path.endsWith(`/${folder}`))
    missing.delete(watched?.folder)
    if (!watched?.only) (watched ? race : plain).push(path)
    else {
      partly.push({ path, only: watched.only })
      plain.push(path)
    }
  }
  if (missing.size > 0) throw new Error(`.ci/race.mjs names packages that are not there: ${[...missing].join(', ')}`)
  return { race, partly, plain }
}

async function goTest(args, { env } = {}) {
  const count = { pass: 0, fail: 0 }
  const skipped = []
  const said = new Map()
  const onLine = (line) => {
    const event = parse(line)
    if (!event) return print(line)
    const { Action: action, Test: test, Package: path, Output: text } = event
    const who = `${path ?? event.ImportPath} ${test ?? ''}`
    if (text) said.set(who, (said.get(who) ?? '') + text)
    if (action === 'skip' && said.get(who)?.includes(leftOut)) skipped.push({ path, test })
    if (!['pass', 'fail', 'build-fail'].includes(action)) return
    if (test) count[action] += 1
    const words = (said.get(who) ?? who).trimEnd()
    if (action !== 'pass') print(words)
    else if (!test) print(words.split('\n').at(-1))
    said.delete(who)
  }
  // Vet is its own stage; these programs are never debugged; and a busy machine must not fail a test.
  const flags = ['-vet=off', '-ldflags=-s -w', '-timeout', '20m', '-json']
  // Fewer garbage collections make most tests faster, as they do for compiling.
  const code = await follow('go', ['test', ...flags, ...args], onLine, { env: { ...compiling, ...env } })
  // A package that does not compile, panics or times out fails without naming a test.
  return { passed: count.pass, failed: code === 0 ? count.fail : Math.max(1, count.fail), skipped }
}

function parse(line) {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
