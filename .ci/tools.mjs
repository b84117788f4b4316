// Requirements of every script: Node and Go.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ask, root, stop } from './command.mjs'

export async function requireTools() {
  const wantedNode = /"node":\s*">=([\d.]+)"/.exec(read('package.json'))[1]
  if (older(process.versions.node, wantedNode)) {
    stop(`Boardcircle needs Node ${wantedNode} or newer; this is ${process.versions.node}. See https://nodejs.org/`)
  }
  const wantedGo = /^go ([\d.]+)$/m.exec(read('go.mod'))[1]
  const { code, output } = await ask('go', ['env', 'GOVERSION'])
  if (code === 127)
    stop(`Boardcircle needs Go ${wantedGo} or newer, and there is no go command here. See https://go.dev/dl/`)
  if (code !== 0) stop(`Boardcircle needs Go ${wantedGo} or newer, and the go command says: ${output.trim()}`)
  const found = output.trim().replace(/^go/, '')
  if (older(found, wantedGo))
    stop(`Boardcircle needs Go ${wantedGo} or newer; this is ${found}. See https://go.dev/dl/`)
}

function older(found, wanted) {
  const a = found.split('.').map((part) => Number.parseInt(part, 10))
  const b = wanted.split('.').map(Number)
  for (let i = 0; i < b.length; i++) {
    if ((a[i] ?? 0) !== b[i]) return (a[i] ?? 0) < b[i]
  }
  return false
}

function read(name) {
  return readFileSync(path.join(root, name), 'utf8')
}
