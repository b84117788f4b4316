import { spawnSync } from 'node:child_process'
import { root } from './command.mjs'

// Flags of every go command behind the npm scripts: with one set of flags what one of them has
// compiled the others find in Go's cache, and without debug tables there is a tenth less to do.
// They are added to those of the environment, which may have some of its own.
export const goFlags = ['-trimpath', '-gcflags=all=-dwarf=false']

// go.mod names the toolchain, because older patches of Go have known holes; a Go that is set to use
// none but itself would pass it over. Where it can't be had, a line says so.
if ((process.env.GOTOOLCHAIN ?? '') === '') {
  const pinned = spawnSync('go', ['version'], { cwd: root, env: { ...process.env, GOTOOLCHAIN: 'auto' } })
  if (pinned.status === 0) process.env.GOTOOLCHAIN = 'auto'
  else console.warn("! The toolchain that go.mod names can't be downloaded; this machine's own Go is used.")
}

process.env.GOFLAGS = [process.env.GOFLAGS, ...goFlags].filter(Boolean).join(' ')

/** To compile with fewer collections costs memory and saves a sixth of the time. */
export const compiling = { GOGC: process.env.GOGC ?? '400' }
