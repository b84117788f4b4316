// go test, read from its JSON events: a line a package, and the whole output of what failed.
import { ask, follow, print, run } from './command.mjs'
import { compiling } from './go-flags.mjs'
import { racePackages, uninstrumented } from './race.mjs'

// Everything is compiled a second time for the detector: without inlining that takes a fifth less time, and the few
// tests that are watched hardly more.
const raceFlags = [
  '-race',
  '-gcflags=all=-l -dwarf=false',
  ...uninstrumented.map((path) => `-gcflags=${path}=-race=false -dwarf=false`),
]

/** What a test says that the race detector leaves out. */
const leftOut = 'not for the race detector'

/** Compiles the application for the race detector: once, before several runs would each begin to. Resolves to go's exit code. */
export function compileForRace() {
  return run('go', ['build', ...raceFlags, './pb_hooks/internal/testapp/...'], { env: compiling })
}

/** The tests of the packages in race.mjs, under the race detector; then those that it leaves out, without it. */
export async function raceTests() {
  const { race, partly } = await packages()
  // the second that it waits at the end of each program is for servers
  const options = { env: { GORACE: 'atexit_sleep_ms=1' } }
  // beside the whole packages, but one by one: ten at once would keep the browser tests from the cores
  const inTurn = async () => {
    const counts = []
    for (const { path, only } of partly) counts.push(await goTest([...raceFlags, '-run', only, path], options))
    return counts
  }
  const [watched, parts] = await Promise.all([goTest([...raceFlags, ...race], options), inTurn()])
  // a name that fits no test any more must not pass for a test
  const runs = [watched, ...parts.map((part) => (part.passed + part.failed === 0 ? { passed: 0, failed: 1 } : part))]
  if (watched.skipped.length > 0) {
    const names = watched.skipped.map(({ test }) => test)
    runs.push(await goTest(['-run', `^(${names.join('|')})$`, ...new Set(watched.skipped.map(({ path }) => path))]))
  }
  const sum = (what) => runs.reduce((all, one) => all + one[what], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}

/** These wait for other processes most of their time: they begin first, so that nothing waits for them at the end. */
const first = ['/crashtest', '/attacktest']

/** The tests of all the other packages, and of those that only a part of is watched. */
export async function plainTests() {
  // one more than there are cores: some wait for a process or for a moment
  const { plain } = await packages()
  const begins = (path) => (first.some((end) => path.endsWith(end)) ? 0 : 1)
  return goTest(['-p', '3', ...plain.sort((a, b) => begins(a) - begins(b))])
}

/** The packages' import paths: watched for races whole, in part, and tested without the detector. */
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
  // vet has a stage of its own; nobody debugs these programs; a busy machine is no failure
  const flags = ['-vet=off', '-ldflags=-s -w', '-timeout', '20m', '-json']
  // what compiling saves by fewer collections, most tests save too
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
