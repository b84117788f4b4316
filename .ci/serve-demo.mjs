// Serves the demo for the browser benchmarks.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root, stop } from './command.mjs'

export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Serves the demo with a fresh data directory. Resolves once its pages are rendered. */
export async function serveDemo() {
  const dir = await mkdtemp(path.join(tmpdir(), 'boardcircle-bench-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const args = ['serve', '--demo', `--http=127.0.0.1:${port}`, `--dir=${dir}`]
  const program = spawn('./boardcircle', args, { cwd: root, stdio: 'ignore' })
  const close = async () => {
    if (program.exitCode === null) {
      program.kill('SIGTERM')
      await once(program, 'exit')
    }
    await rm(dir, { recursive: true, force: true })
  }
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    const rendered = await fetch(`${url}/no-such-page`).then(
      (answer) => answer.text(),
      () => '',
    )
    if (rendered.includes('</h1>')) return { url, close }
    await new Promise((wake) => setTimeout(wake, 200))
  }
  await close()
  return stop('The demo did not come up within a minute.')
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}
