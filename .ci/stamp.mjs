// A stamp remembers what a step was done from, so that it is done again only when that changed.
// Stamps live in node_modules: a fresh install forgets them all.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './command.mjs'

const folder = path.join(root, 'node_modules', '.boardcircle')

/**
 * Does a step unless its sources are those of the last time and what it made is still there.
 * Resolves to the step's exit code.
 */
export async function unlessFresh(name, { sources, made }, step) {
  const stamp = path.join(folder, name)
  const now = digest(sources)
  const isThere = [stamp, ...made].every((file) => existsSync(path.resolve(root, file)))
  if (isThere && readFileSync(stamp, 'utf8') === now) return 0
  rmSync(stamp, { force: true }) // a step that is interrupted leaves nothing that looks finished
  const code = await step()
  if (code !== 0) return code
  mkdirSync(folder, { recursive: true })
  writeFileSync(stamp, now)
  return 0
}

/** All files below a folder of the project, but for some of its entries. */
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
