// Each package in package.json must be used: imported or named in quotes by the web app or these scripts, run as a
// program, or required by another package as a peer.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { print, root } from './command.mjs'
import { filesBelow } from './stamp.mjs'

/** Packages that are programs, and the commands that run them. */
const programs = { '@biomejs/biome': 'biome', 'openapi-typescript': 'openapi-typescript', typescript: 'tsc' }

export function unusedPackages() {
  const { dependencies, devDependencies } = readJSON('package.json')
  const names = Object.keys({ ...dependencies, ...devDependencies })
  const sources = [...filesBelow('web', { except: ['dist'] }), ...filesBelow('.ci')]
    .filter((file) => /\.(ts|tsx|mjs|js|css|json|html)$/.test(file))
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n')
  const peers = new Set(
    names.flatMap((name) => Object.keys(readJSON(`node_modules/${name}/package.json`).peerDependencies ?? {})),
  )
  const isUsed = (name) => {
    const called = programs[name] ?? name.replace(/^@types\//, '')
    const quoted = new RegExp(`['"]${literally(called)}(/[^'"]*)?['"]`)
    return quoted.test(sources) || sources.includes(`@vitest-environment ${called}`) || peers.has(name)
  }
  const unused = names.filter((name) => !isUsed(name))
  for (const name of unused) print(`package.json: nothing uses ${name}`)
  return unused.length === 0
}

function readJSON(file) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'))
}

function literally(text) {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
