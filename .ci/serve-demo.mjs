// Serves the demo for the browser benchmarks and for the test of the image.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const browsers = JSON.parse(readFileSync(new URL('browsers.json', import.meta.url), 'utf8'))

export const chromiumPath = process.env.CHROMIUM || browsers.find(existsSync)

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
  const program = spawn('./boardcircle', args, { stdio: 'ignore' })
  const close = async () => {
    if (program.exitCode === null) {
      program.kill('SIGTERM')
      await once(program, 'exit')
    }
    await rm(dir, { recursive: true, force: true })
  }
  if (await isRendered(url)) return { url, close }
  await close()
  throw new Error('The demo did not come up within a minute.')
}

/** Waits until a server renders its pages, and reports whether that happened within a minute. */
export async function isRendered(url) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    const page = await fetch(`${url}/no-such-page`).then(
      (answer) => answer.text(),
      () => '',
    )
    if (page.includes('</h1>')) return true
    await new Promise((wake) => setTimeout(wake, 200))
  }
  return false
}

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}
