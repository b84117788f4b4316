// npm run bench: compares the binary with an unmodified PocketBase and a plain net/http server. See the package
// yardstick.
import { build } from './build-steps.mjs'
import { root, run } from './command.mjs'
import { requireTools } from './tools.mjs'

await requireTools()
await build()
process.exitCode = await run('go', [
  'test',
  '-v',
  '-count=1',
  '-timeout=60m',
  '-run=TestBench',
  './pb_hooks/internal/loadtest/yardstick',
  '-args',
  `-binary=${root}boardcircle`,
  ...process.argv.slice(2),
])
