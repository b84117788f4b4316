// The packages that are tested under the race detector: those whose goroutines share memory. All other packages are
// tested without it, because the detector makes a test several times slower. A package is named by the end of its path.
// If `only` is set, only tests with a matching name use the detector, and the whole package is also tested without it.
export const racePackages = [
  { folder: 'httpx', why: 'sessions, budgets and the count of open requests, shared by all requests' },
  { folder: 'jobs', why: 'runners that lease, run and give back jobs at once' },
  { folder: 'realtime', why: 'one goroutine for each subscriber, hints from every request' },
  {
    folder: 'mail/delivery',
    only: 'Shuffled|EachOrder|Webhook',
    why: 'webhooks while emails are sent',
  },
  {
    folder: 'mail/outbox',
    only: 'Wakes',
    why: 'several deliveries at once',
  },
  {
    folder: 'payments/routetest',
    only: 'AtOnce|DoubleClick|FiftyPayments|SecondTab',
    why: 'callback, webhook and sync of one payment at once',
  },
  {
    folder: 'settings',
    only: 'AppliesTo|Transaction',
    why: 'a cache that every request reads and a save replaces',
  },
  {
    folder: 'pages',
    only: 'BeforeTheFirstPass|Worker|RenderedAgain',
    why: 'a pool of renderers, pages kept between requests',
  },
  { folder: 'imports', only: 'Interrupted|OneJob', why: 'an import in the background, its progress read meanwhile' },
  {
    folder: 'backups',
    only: 'OneOperation',
    why: 'backups in the background and a server that drains for a restore',
  },
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
export const uninstrumented = ['modernc.org/...', 'github.com/dop251/goja/...', 'golang.org/x/crypto/blowfish']
