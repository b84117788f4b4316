// npm start: builds and runs the demo from a clone. Arguments are passed to the server:
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { build } from './build-steps.mjs'
import { root, stop } from './command.mjs'
import { addressOf, isTaken, takenSentence } from './port.mjs'
import { requireTools } from './tools.mjs'

const args = ['serve', '--demo', '--http=127.0.0.1:8090', ...process.argv.slice(2)]
const address = addressOf(args)
// Checked before the build, which takes minutes the first time.
if (await isTaken(address)) stop(takenSentence(address))
await requireTools()
await build()

const server = spawn('./boardcircle', args, {
  cwd: root,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
server.once('close', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
