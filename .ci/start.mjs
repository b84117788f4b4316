// npm start: from a clone to a running demo. Arguments go on to the server:
//   npm start -- --http=127.0.0.1:9000
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { build } from './build-steps.mjs'
import { root } from './command.mjs'
import { requireTools } from './tools.mjs'

await requireTools()
await build()

const server = spawn('./boardcircle', ['serve', '--demo', '--http=127.0.0.1:8090', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
server.once('close', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
