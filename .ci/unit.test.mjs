import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { root } from './command.mjs'

const unit = readFileSync(path.join(root, 'docs/boardcircle.service'), 'utf8')
const analyze = (...args) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })
const skip = analyze('--version').status === 0 ? false : 'systemd-analyze is not on this machine'

test('systemd takes the unit, and finds it hardened', { skip }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'boardcircle-unit-'))
  try {
    const file = path.join(folder, 'boardcircle.service')
    // Uses a program and a user that exist on this machine.
    const here = unit.replace('/usr/local/bin/boardcircle', '/bin/true').replaceAll(/^(User|Group)=.*/gm, '$1=root')
    writeFileSync(file, here)
    const verified = analyze('verify', '--man=no', file)
    assert.equal(verified.status, 0, verified.stderr)
    assert.equal(verified.stderr.trim(), '')
    writeFileSync(file, here.replaceAll('=root', '=boardcircle'))
    const rated = analyze('security', '--offline=true', '--threshold=25', '--no-pager', file)
    assert.equal(rated.status, 0, rated.stdout)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the unit stops the server later than the server stops itself', () => {
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)[1])
  const app = readFileSync(path.join(root, 'pb_hooks/app.go'), 'utf8')
  assert.ok(seconds > Number(/shutdownTimeout = (\d+) \* time\.Second/.exec(app)[1]))
})
