// npm run test:attack: attacks a running binary over HTTP and raw sockets, in the long form. npm test runs a sample.
import './go-flags.mjs'
import { build } from './build-steps.mjs'
import { run } from './command.mjs'
import { requireTools } from './tools.mjs'

await requireTools()
await build()
const flags = ['-v', '-count=1', '-timeout', '30m']
process.exitCode = await run('go', [
  'test',
  ...flags,
  './pb_hooks/internal/attacktest',
  '-args',
  '-long',
  ...process.argv.slice(2),
])
