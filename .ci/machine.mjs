// Requirements of the tests only: a C compiler for Go's race detector, and Chromium.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ask, print, root, run } from './command.mjs'

/** Resolves to an exit code. */
export async function requireCompiler() {
  const { output } = await ask('go', ['env', 'CC'])
  if (await has(output.trim())) return 0
  await aptInstall('gcc', 'libc6-dev')
  if (await has('gcc')) return 0
  print(
    'The Go tests run with the race detector, which needs a C compiler: please install gcc (Debian, Ubuntu: apt-get install gcc libc6-dev).',
  )
  return 1
}

/** Possible paths of Chromium. The headless shell comes first, because it is faster. */
const browsers = JSON.parse(readFileSync(path.join(root, '.ci/browsers.json'), 'utf8'))

/** Resolves to an exit code. */
export async function requireBrowser() {
  if (browsers.some(existsSync)) return 0
  await aptInstall('chromium-headless-shell')
  if (!browsers.some(existsSync)) await aptInstall('chromium')
  if (browsers.some(existsSync)) return 0
  print('The browser tests need Chromium in /usr/bin: please install it (Debian: apt-get install chromium).')
  return 1
}

async function has(program) {
  return (await ask(program, ['--version'])).code === 0
}

/** Installs packages if this runs as root on a system with apt. */
async function aptInstall(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env })
}
