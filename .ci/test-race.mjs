// Tests the packages whose goroutines share memory under Go's race detector. The other packages are tested without it,
// because the detector makes a test several times slower. If `only` is set, only tests with a matching name use the
// detector, and those of other packages that match it. npm test also runs all tests without the detector.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const packages = [
  { folder: 'internal/httpx', why: 'sessions, budgets and the count of open requests, shared by all requests' },
  { folder: 'internal/jobs', why: 'runners that lease, run and give back jobs at once' },
  { folder: 'internal/realtime', why: 'one goroutine for each subscriber, hints from every request' },
  { folder: 'mail/delivery', only: 'Shuffled|EachOrder|TestWebhook', why: 'webhooks while emails are sent' },
  { folder: 'mail/outbox', only: 'Wakes', why: 'several deliveries at once' },
  {
    folder: 'payments/routetest',
    only: 'AtOnce|DoubleClick|FiftyPayments|SecondTab',
    why: 'callback, webhook and sync of one payment at once',
  },
  { folder: 'settings', only: 'AppliesTo|ReadsItsOwn', why: 'a cache that every request reads and a save replaces' },
  {
    folder: 'pages',
    only: 'BeforeTheFirstPass|Worker|RenderedAgain',
    why: 'a pool of renderers, pages kept between requests',
  },
  {
    folder: 'modules/imports',
    only: 'Interrupted|OneJob',
    why: 'an import in the background, its progress read meanwhile',
  },
  { folder: 'backups', only: 'OneOperation', why: 'backups in the background and a server that drains for a restore' },
  {
    folder: 'accounts/routetest',
    only: 'Parallel|Mutual|WhileResent|DuringReauth',
    why: 'attempts at one password or code at once',
  },
  { folder: 'nominations', only: 'Concurrent', why: 'nominations and votes at once' },
]

// SQLite is C code translated to Go, with its own libc and locks. The pages' JavaScript engine and the password hash
// run in one goroutine. Watching all their memory accesses would take most of the time and find nothing in our code. No
// other packages can be excluded, because code that is shared with other packages, such as the locks of generic types,
// must be watched everywhere.
const uninstrumented = ['modernc.org/...', 'github.com/dop251/goja/...', 'golang.org/x/crypto/blowfish']

// Everything is compiled a second time for the race detector. Without inlining this takes a fifth less time, and the
// few tests that use the detector are hardly slower.
const flags = [
  '-race',
  '-gcflags=all=-l -dwarf=false',
  ...uninstrumented.map((path) => `-gcflags=${path}=-race=false -dwarf=false`),
  '-vet=off',
  '-ldflags=-s -w',
  '-timeout=20m',
]

test(
  'race',
  packages.filter(({ only }) => !only),
)
const partly = packages.filter(({ only }) => only)
test('race.partly', partly, '-run', partly.map(({ only }) => only).join('|'))

function test(name, list, ...args) {
  const report = `test-results/${name}.xml`
  const gotestsum = [
    'tool',
    '-modfile=.ci/tools/go.mod',
    'gotestsum',
    '--format=pkgname',
    `--junitfile=${report}`,
    '--',
  ]
  const paths = list.map(({ folder }) => `./pb_hooks/${folder}`)
  // By default each program waits a second at its end, which is useful only for servers.
  const env = { ...process.env, CGO_ENABLED: '1', GORACE: 'atexit_sleep_ms=1' }
  const { status } = spawnSync('.ci/go', [...gotestsum, ...flags, ...args, ...paths], { stdio: 'inherit', env })
  if (status !== 0) process.exitCode = 1
  // go test passes if no test of a package has the name.
  for (const { folder, only } of list) {
    if (only && !readFileSync(report, 'utf8').includes(`classname="boardcircle/pb_hooks/${folder}"`)) {
      console.error(`No test of ${folder} has a name with ${only}.`)
      process.exitCode = 1
    }
  }
}
