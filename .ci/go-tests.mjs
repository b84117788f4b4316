// go test -race, told by its JSON events: a line a package, and everything about what failed.
import { follow } from './command.mjs'

// SQLite is C that was translated to Go, with a libc and locks of its own, and the pages' JavaScript
// engine runs in one goroutine: to watch their every access for races takes most of the time and
// tells nothing about our code. More than these cannot be left out: what a package shares with
// others, down to the locks of its generics, must be watched everywhere.
const uninstrumented = ['modernc.org/...', 'github.com/dop251/goja/...'].map((path) => `-gcflags=${path}=-race=false`)

export async function goTests() {
  const count = { pass: 0, fail: 0 }
  const said = new Map()
  const onLine = (line) => {
    const event = parse(line)
    if (!event) return console.log(line)
    const { Action: action, Test: test, Output: text } = event
    const who = `${event.Package ?? event.ImportPath} ${test ?? ''}`
    if (text) said.set(who, (said.get(who) ?? '') + text)
    if (!['pass', 'fail', 'build-fail'].includes(action)) return
    if (test) count[action] += 1
    const words = (said.get(who) ?? who).trimEnd()
    if (action !== 'pass') console.log(words)
    else if (!test) console.log(words.split('\n').at(-1))
    said.delete(who)
  }
  const code = await follow('go', ['test', '-race', ...uninstrumented, '-timeout', '9m', '-json', './...'], onLine)
  // A package that does not compile, panics or times out fails without naming a test.
  return { passed: count.pass, failed: code === 0 ? count.fail : Math.max(1, count.fail) }
}

function parse(line) {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
