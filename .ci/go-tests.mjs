// go test -race, told by its JSON events: a line a package, and everything about what failed.
import { follow } from './command.mjs'

// SQLite is C that was translated to Go, with a libc and locks of its own; the pages' JavaScript
// engine and the passwords' hash run in one goroutine. To watch their every access for races takes
// most of the time and tells nothing about our code. More than these cannot be left out: what a
// package shares with others, down to the locks of its generics, must be watched everywhere.
const uninstrumented = ['modernc.org/...', 'github.com/dop251/goja/...', 'golang.org/x/crypto/blowfish'].map(
  (path) => `-gcflags=${path}=-race=false`,
)

/** What a test says that the race detector leaves out (apptest.Unwatched). */
const unwatched = 'not for the race detector'

/** Those tests, as packages and names. */
let leftOut = []

/** All the tests, under the race detector. */
export async function watchedTests() {
  const { skipped, ...count } = await goTest(['-race', ...uninstrumented, './...'], {
    // the second that it waits at the end of each program is for servers
    env: { GORACE: 'atexit_sleep_ms=1' },
  })
  leftOut = skipped
  return count
}

/** What the race detector has left out, without it. */
export async function unwatchedTests() {
  const names = leftOut.map(([, name]) => name)
  const packages = [...new Set(leftOut.map(([path]) => path))]
  return goTest(['-run', `^(${names.join('|')})$`, ...packages])
}

async function goTest(args, options) {
  const count = { pass: 0, fail: 0 }
  const skipped = []
  const said = new Map()
  const onLine = (line) => {
    const event = parse(line)
    if (!event) return console.log(line)
    const { Action: action, Test: test, Package: path, Output: text } = event
    const who = `${path ?? event.ImportPath} ${test ?? ''}`
    if (text) said.set(who, (said.get(who) ?? '') + text)
    if (action === 'skip' && said.get(who)?.includes(unwatched)) skipped.push([path, test])
    if (!['pass', 'fail', 'build-fail'].includes(action)) return
    if (test) count[action] += 1
    const words = (said.get(who) ?? who).trimEnd()
    if (action !== 'pass') console.log(words)
    else if (!test) console.log(words.split('\n').at(-1))
    said.delete(who)
  }
  // vet has a stage of its own, and nobody debugs these programs
  const flags = ['-vet=off', '-ldflags=-s -w', '-timeout', '9m', '-json']
  const code = await follow('go', ['test', ...flags, ...args], onLine, options)
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
