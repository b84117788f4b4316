// The runs of npm run test:long, with their packages and tests.
import { ask } from './command.mjs'

/** Returns flags for more and longer generated cases, with a new seed. */
function generated(checks) {
  return [`-rapid.checks=${checks}`, '-rapid.steps=20', '-rapid.seed=0']
}

/** Each run has a name, and either packages (ends of their paths) with arguments, a script, or a browser test. */
export const runs = [
  // Every order of events, and generated orders of the steps of offline payments and of company seats.
  { name: 'permutations', packages: ['payments/routetest'], args: ['-run', 'Order', ...generated(60)] },
  // 10,000 sales on all payment paths. Each document is compared with its row of the ledger.
  { name: 'sales', packages: ['payments/routetest'], args: ['-run', 'RandomSales'] },
  // Members pay by mandate. Each document is compared with the law, the ledger, the registers and the returns.
  { name: 'lives', packages: ['payments/routetest'], args: ['-run', 'LivesOfMandates', ...generated(100)] },
  // A code never takes more off than its uses are worth.
  { name: 'coupons', packages: ['payments/routetest'], args: ['-run', 'ACodeIsNeverWorth', ...generated(60)] },
  // A member's year and the club's financial year, compared with golden files that an accountant can check.
  { name: 'golden year', packages: ['payments/routetest', 'books'], args: ['-run', 'AYearOf'] },
  { name: 'counters', packages: ['members'], args: ['-run', 'EqualTheRecords'] },
  // 10,000 random steps, after which registers, returns, ledger and settlements agree.
  { name: 'books', packages: ['books'], args: ['-run', 'AgreeAfterRandomTrade'] },
  { name: 'load', packages: ['scale'], args: ['-args', '-long'] },
  { name: 'crashes', packages: ['crashtest'], args: ['-args', '-long'] },
  { name: 'attacks', packages: ['attacktest'], args: ['-args', '-long'] },
  { name: 'upgrades', packages: ['pb_hooks'], args: ['-run', 'Migrations|Upgrade'] },
  { name: 'crowd', browser: 'console-crowd' },
  { name: 'image', script: '.ci/image.mjs' },
  { name: 'endurance', packages: ['mail/outbox', 'campaigns'], args: ['-run', 'Killed|ArriveOnceEach'] },
]

/** Returns the runs with the given names, or all runs without names, and the unknown names. */
export function choose(names) {
  return {
    chosen: runs.filter(({ name }) => names.length === 0 || names.includes(name)),
    unknown: names.filter((name) => !runs.some((one) => one.name === name)),
  }
}

/** Returns the import paths of packages with tests whose paths end with one of folders. */
export async function findPackages(folders) {
  const { output } = await ask('go', [
    'list',
    '-f',
    '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}',
    './...',
  ])
  const paths = output.trim().split('\n')
  return paths.filter((path) => folders.some((folder) => path.endsWith(`/${folder}`)))
}

/** Returns folders without a package, and packages in which -run matches no test, because go test passes for them. */
export async function findUnmatched(folders, found, args) {
  const unmatched = folders.filter((folder) => !found.some((path) => path.endsWith(`/${folder}`)))
  const pattern = args[args.indexOf('-run') + 1]
  if (!args.includes('-run')) return unmatched
  for (const path of found) {
    const { code, output } = await ask('go', ['test', '-list', pattern, path])
    if (code === 0 && !/^Test/m.test(output)) unmatched.push(path)
  }
  return unmatched
}
