// Installs what only tests need, a C compiler for Go's race detector and Chromium, if this runs as root on Debian or
// Ubuntu. Otherwise it says what is missing.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

// The headless shell comes first, because it is faster.
const browsers = JSON.parse(readFileSync(new URL('browsers.json', import.meta.url), 'utf8'))
const requirements = [
  { packages: ['gcc', 'libc6-dev'], isMet: () => !spawnSync('gcc', ['--version']).error },
  { packages: ['chromium-headless-shell'], isMet: () => Boolean(process.env.CHROMIUM) || browsers.some(existsSync) },
]
const missing = requirements.filter(({ isMet }) => !isMet()).flatMap(({ packages }) => packages)
if (missing.length > 0) {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    spawnSync('apt-get', ['update', '-qq'], options)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], options)
  }
  const names = requirements.filter(({ isMet }) => !isMet()).flatMap(({ packages }) => packages)
  if (names.length > 0)
    console.log(`The tests need more: apt-get install ${names.join(' ')} (or Chromium in CHROMIUM).`)
}
