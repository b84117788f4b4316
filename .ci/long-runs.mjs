// The runs of npm run test:long, and which packages and tests they have.
import { ask } from './command.mjs'

/** Each run: its name, and its packages by the ends of their paths with their arguments, its script, or its browser test. */
export const runs = [
  { name: 'permutations', packages: ['payments/routetest'], args: ['-run', 'Order'] },
  // 10,000 sales on every path of money, each document held against its row of the ledger
  { name: 'sales', packages: ['payments/routetest'], args: ['-run', 'RandomSales'] },
  // 200 members pay by mandate, each document held against the law, the ledger, the registers and the returns
  { name: 'lives', packages: ['payments/routetest'], args: ['-run', 'LivesOfMandates'] },
  // a member's year and the club's financial year, held against golden files that an accountant can check
  { name: 'golden year', packages: ['payments/routetest', 'books'], args: ['-run', 'AYearOf'] },
  { name: 'counters', packages: ['members'], args: ['-run', 'EqualTheRecords'] },
  // 10,000 steps of trade, after which registers, returns, ledger and settlements agree
  { name: 'books', packages: ['books'], args: ['-run', 'AgreeAfterRandomTrade'] },
  { name: 'load', packages: ['scale'], args: ['-args', '-long'] },
  { name: 'crashes', packages: ['crashtest'], args: ['-args', '-long'] },
  { name: 'attacks', packages: ['attacktest'], args: ['-args', '-long'] },
  { name: 'upgrades', packages: ['pb_hooks'], args: ['-run', 'Migrations|Upgrade'] },
  { name: 'crowd', browser: 'console-crowd' },
  { name: 'image', script: '.ci/image.mjs' },
  { name: 'endurance', packages: ['mail', 'campaigns'], args: ['-run', 'Killed|ArriveOnceEach'] },
]

/** The runs of the given names, all if there are none, and the names that no run has. */
export function choose(names) {
  return {
    chosen: runs.filter(({ name }) => names.length === 0 || names.includes(name)),
    unknown: names.filter((name) => !runs.some((one) => one.name === name)),
  }
}

/** The import paths of the packages with tests whose paths end so. */
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

/** The folders without a package, and the packages of which -run matches no test: go test passes there. */
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
