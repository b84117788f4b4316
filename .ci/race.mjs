// Which packages are tested under the race detector: those where goroutines share memory. All the
// others are tested without it: compiled for it, a test takes several times as long. A package is named
// by the end of its path. Where `only` is set, the tests of that name begin goroutines of their own;
// the package is also tested whole, without the detector.
export const racePackages = [
  { folder: 'httpx', why: 'sessions, budgets and the count of open requests, shared by all requests' },
  { folder: 'jobs', why: 'runners that lease, run and give back jobs at once' },
  { folder: 'realtime', why: 'one goroutine for each subscriber, hints from every request' },
  {
    folder: 'mail',
    only: 'Wakes|Shuffled|EachOrder|Webhook',
    why: 'several deliveries at once, webhooks meanwhile',
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

// SQLite is C that was translated to Go, with a libc and locks of its own; the pages' JavaScript
// engine and the passwords' hash run in one goroutine. To watch their every access for races takes
// most of the time and tells nothing about our code. More than these cannot be left out: what a
// package shares with others, down to the locks of its generics, must be watched everywhere.
export const uninstrumented = ['modernc.org/...', 'github.com/dop251/goja/...', 'golang.org/x/crypto/blowfish']
