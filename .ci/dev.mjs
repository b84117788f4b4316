// npm run dev: runs Vite with hot reload on http://127.0.0.1:5173 in front of the Go server in demo mode on 8090. The
// server is compiled again when Go code, a template or an email text changes. Ctrl-C ends both.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import path from 'node:path'
import { buildBinary, install, vite } from './build-steps.mjs'
import { root } from './command.mjs'
import { requireTools } from './tools.mjs'

const site = 'http://127.0.0.1:5173'
const compiled = /\.(go|html|js|json|md|sql|tmpl|txt)$/

await requireTools()
if ((await install()) !== 0) process.exit(1)
const front = spawn(process.execPath, [vite, '--config', 'web/vite.config.ts', '--port', '5173', '--strictPort'], {
  cwd: root,
  stdio: 'inherit',
})
front.once('close', (code) => end(code ?? 1))

let server
let ending = false

async function end(code) {
  if (ending) return
  ending = true
  front.kill()
  await stopServer()
  process.exit(code)
}

async function stopServer() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  const closed = once(server, 'close')
  server.kill('SIGTERM')
  await closed
}

async function restart() {
  if ((await buildBinary()) !== 0 || ending) return // the last working server continues
  await stopServer()
  // Links in emails lead to Vite, which serves the pages.
  server = spawn('./boardcircle', ['serve', '--demo', '--http=127.0.0.1:8090'], {
    cwd: root,
    stdio: 'inherit',
    env: { SITE_URL: site, ...process.env },
  })
}

// One restart at a time. If something changes during a restart, one more follows.
let changed = false
let restarting = false
async function restartAfterChange() {
  changed = true
  if (restarting) return
  restarting = true
  while (changed && !ending) {
    changed = false
    await restart()
  }
  restarting = false
}

let pause
for (const folder of ['pb', 'pb_hooks', 'pb_migrations']) {
  watch(path.join(root, folder), { recursive: true }, (_event, file) => {
    if (!file || !compiled.test(file) || file.endsWith('_test.go')) return
    clearTimeout(pause)
    pause = setTimeout(restartAfterChange, 150)
  })
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))
await restartAfterChange()
console.log(`\nThe site, with hot reload: ${site}/\n`)
