// npm run image: builds the image of the Dockerfile with buildah, runs it, and checks its user, its files, its health check
// and its end. Buildah needs no daemon. Its chroot isolation also works inside a container, with the host's network.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, isRendered } from './serve-demo.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'boardcircle-image-'))
const store = ['--storage-driver=vfs', `--root=${folder}/root`, `--runroot=${folder}/run`]
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

if (spawnSync('buildah', ['--version']).error) end('buildah is not installed (apt-get install buildah)')
if (process.getuid() !== 0) end('buildah needs root for the chroot isolation')
buildah('build', '--isolation=chroot', '--format=docker', '--tag=boardcircle', '.')
const container = buildah('from', 'boardcircle')
const files = buildah('mount', container)
const { config } = JSON.parse(buildah('inspect', '--type=image', 'boardcircle')).Docker

assert.equal(config.User, '65532:65532')
assert.ok(config.Volumes['/pb_data'])
assert.equal(statSync(path.join(files, 'boardcircle')).uid, 0)
assert.equal(statSync(path.join(files, 'pb_data')).uid, 65532)
// The image has no libc, so the binary must name no interpreter (program header 3).
const binary = readFileSync(path.join(files, 'boardcircle'))
for (let at = Number(binary.readBigUInt64LE(32)), left = binary.readUInt16LE(56); left > 0; at += 56, left--) {
  assert.notEqual(binary.readUInt32LE(at), 3, 'the binary is not static')
}

const address = `127.0.0.1:${await freePort()}`
const run = (args) => [
  'run',
  '--isolation=chroot',
  container,
  '--',
  ...args.map((arg) => arg.replace(/[\d.]+:8090/, address)),
]
const server = spawn('buildah', [...store, ...run([...config.Entrypoint, ...config.Cmd])], { stdio: 'inherit' })
const closed = once(server, 'close')
process.on('exit', () => server.kill('SIGTERM'))
const health = run(config.Healthcheck.Test.slice(1))
assert.ok(await isRendered(`http://${address}`), 'the pages are not rendered')
buildah(...health)
// buildah would end the server with SIGKILL, so SIGTERM goes to the server itself.
const { stdout: pid } = spawnSync('pgrep', ['-f', `^/boardcircle serve --http=${address}`], { encoding: 'utf8' })
assert.match(readFileSync(`/proc/${pid.trim()}/status`, 'utf8'), /^Uid:\s+65532\s+65532/m)
process.kill(Number(pid), 'SIGTERM')
assert.deepEqual(await closed, [0, null], 'SIGTERM does not end it well')
assert.notEqual(spawnSync('buildah', [...store, ...health]).status, 0, 'the health check passes without a server')
console.log(`The image: built, run and stopped; ${(binary.length / 1e6).toFixed(1)} MB`)

function buildah(...args) {
  const { status, stdout, stderr } = spawnSync('buildah', [...store, ...args], { encoding: 'utf8' })
  assert.equal(status, 0, `buildah ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}

function end(reason) {
  console.log(`The image: not built, because ${reason}`)
  process.exit()
}
