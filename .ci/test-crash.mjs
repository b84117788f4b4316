// npm run test:crash [-- -seed N]: tests kills, full disks, restores, second servers and upgrades in their long form.
// npm test runs a sample of each. The seed is printed; the same seed repeats the same moments.
import './go-flags.mjs'
import { run } from './command.mjs'
import { requireTools } from './tools.mjs'

await requireTools()
process.env.BOARDCIRCLE_TEST_LONG = '1'
const flags = ['-v', '-count=1', '-timeout', '90m']
const runs = [
  ['./pb_hooks/internal/crashtest', '-args', '-long', ...process.argv.slice(2)],
  ['./pb_hooks', '-run', 'Upgrade|Locks'],
  ['./pb_hooks/internal/jobs', './pb_hooks/internal/httpx', './pb_hooks/accounts/routetest', '-run', 'Clock'],
]
let failed = 0
for (const args of runs) failed += (await run('go', ['test', ...flags, ...args])) === 0 ? 0 : 1
process.exitCode = failed === 0 ? 0 : 1
