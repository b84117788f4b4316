import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seeded, startServer } from './site'

/** Creates the sample data once, for the servers of all workers. */
export default async function seed(): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'boardcircle-e2e-'))
  const server = await startServer(dir)
  await server.stop()
  process.env[seeded] = dir
  return () => rm(dir, { recursive: true, force: true })
}
