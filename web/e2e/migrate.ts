import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { binary, migrated } from './site'

/** Runs the migrations once, for the servers of all workers. */
export default async function migrate(): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'boardcircle-e2e-'))
  await promisify(execFile)(binary, ['migrate', 'up', `--dir=${dir}`])
  process.env[migrated] = dir
  return () => rm(dir, { recursive: true, force: true })
}
