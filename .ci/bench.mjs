// npm run bench: ours beside a bare PocketBase and a bare net/http server; see the package yardstick.
//   npm run bench -- -only CSV -people 10000
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
