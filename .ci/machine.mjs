// What only the tests need on the machine: a C compiler for Go's race detector, and Chromium.
import { existsSync } from 'node:fs'
import { ask, run, stop } from './command.mjs'

export async function requireCompiler() {
  const { output } = await ask('go', ['env', 'CC'])
  if (await has(output.trim())) return
  await aptInstall('gcc', 'libc6-dev')
  if (!(await has('gcc'))) {
    stop(
      'The Go tests run with the race detector, which needs a C compiler: please install gcc (Debian, Ubuntu: apt-get install gcc libc6-dev).',
    )
  }
}

export async function requireBrowser() {
  if (existsSync('/usr/bin/chromium')) return
  await aptInstall('chromium')
  if (!existsSync('/usr/bin/chromium')) {
    stop('The browser tests need Chromium at /usr/bin/chromium: please install it (Debian: apt-get install chromium).')
  }
}

async function has(program) {
  return (await ask(program, ['--version'])).code === 0
}

/** Installs packages where that is ours to do: as root, on a system that has apt. */
async function aptInstall(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env })
}
