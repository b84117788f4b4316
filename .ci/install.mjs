// Runs before npm start and npm test: checks for Node and Go, and installs the packages of package-lock.json. Wireit,
// which runs everything else, is one of these packages.
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const wanted = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).engines.node.replace('>=', '')
const [major, minor] = process.versions.node.split('.').map(Number)
const [wantedMajor, wantedMinor] = wanted.split('.').map(Number)
if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  stop(`Boardcircle needs Node ${wanted} or newer; this is ${process.versions.node}. See https://nodejs.org/`)
}
if (spawnSync('go', ['version']).error) {
  stop('Boardcircle needs Go, and there is no go command here. See https://go.dev/dl/')
}
// npm writes this file at the end of an installation.
if (modified('node_modules/.package-lock.json') < modified('package-lock.json')) {
  console.log("Installing the web app's packages...")
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--loglevel=error'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

function modified(file) {
  return statSync(new URL(file, root), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function stop(sentence) {
  console.error(`\n${sentence}\n`)
  process.exit(1)
}
