// A stamp stores a hash of a step's inputs, so that the step runs again only if they change. Stamps are in
// node_modules, so a fresh install removes them.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './command.mjs'

const folder = path.join(root, 'node_modules', '.boardcircle')

/**
 * Runs a step unless its sources are unchanged and its results still exist.
 * Resolves to the step's exit code.
 */
export async function unlessFresh(name, { sources, made }, step) {
  const stamp = path.join(folder, name)
  const now = digest(sources)
  const isThere = [stamp, ...made].every((file) => existsSync(path.resolve(root, file)))
  if (isThere && readFileSync(stamp, 'utf8') === now) return 0
  rmSync(stamp, { force: true }) // an interrupted step must not look finished
  const code = await step()
  if (code !== 0) return code
  mkdirSync(folder, { recursive: true })
  writeFileSync(stamp, now)
  return 0
}

/** Lists all files below a folder of the project, except some of its entries. */
export function filesBelow(name, { except = [] } = {}) {
  return readdirSync(path.join(root, name), { withFileTypes: true })
    .filter((entry) => !except.includes(entry.name))
    .flatMap((entry) => {
      const child = path.join(name, entry.name)
      return entry.isDirectory() ? filesBelow(child) : [child]
    })
}

function digest(sources) {
  const hash = createHash('sha256')
  for (const file of sources.toSorted()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}
