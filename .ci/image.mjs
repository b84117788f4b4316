// npm run test:long -- image: runs the instructions of the Dockerfile without a container engine. The steps of each
// stage run in their own folder, with this machine's Node and Go instead of the base images. The files that the last
// stage copies become a root folder, in which the binary runs alone (if root: with chroot, as the image's user).
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root, stop } from './command.mjs'
import { lastOf, parseDockerfile } from './dockerfile.mjs'

const isRoot = process.getuid?.() === 0
const folder = mkdtempSync(path.join(tmpdir(), 'boardcircle-image-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const stages = parseDockerfile(readFileSync(path.join(root, 'Dockerfile'), 'utf8'))

/** The files that git and .dockerignore include in the build. */
const allowed = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
const context = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .stdout.trim()
  .split('\n')
  .filter((file) => allowed.includes(`!${file.split('/')[0]}`))
  .filter((file) => !allowed.some((line) => !/^[!*]/.test(line) && `${file}/`.startsWith(`${line}/`)))

for (const stage of stages) build(stage)
const final = stages.at(-1).folder
checkBinary(path.join(final, 'boardcircle'))
await runServer()
console.log('\nThe image: built, and run')

function build(stage) {
  stage.folder = path.join(folder, stage.name ?? 'final')
  mkdirSync(stage.folder)
  // The build needs this file of its base image.
  if (stage.name === 'binary')
    cpSync('/etc/ssl/certs/ca-certificates.crt', inside(stage, '/etc/ssl/certs/ca-certificates.crt'))
  let directory = '/'
  const env = { VERSION: '0.0.0', COMMIT: 'image' }
  for (const { name, flags, value } of stage.instructions) {
    if (name === 'WORKDIR') directory = value
    if (name === 'ENV') Object.assign(env, Object.fromEntries([value.split('=')]))
    if (name === 'COPY') copy(stage, directory, flags, value)
    if (name === 'RUN') run(stage, directory, env, value)
  }
}

/** Returns the path on this machine of a path in the image. */
function inside(stage, file, directory = '/') {
  return path.join(stage.folder, path.resolve(directory, file))
}

function copy(stage, directory, flags, value) {
  const sources = value.split(/\s+/)
  const target = sources.pop()
  for (const source of sources) {
    const isFolder = target.endsWith('/') || target === '.' || sources.length > 1
    if (flags.from) {
      const from = inside(
        stages.find(({ name }) => name === flags.from),
        source,
      )
      const to = inside(
        stage,
        source.endsWith('/') || !isFolder ? target : path.join(target, path.basename(source)),
        directory,
      )
      cpSync(from, to, { recursive: true })
      if (flags.chown && isRoot) {
        const [user, group] = flags.chown.split(':').map(Number)
        for (const entry of readdirSync(from)) chownSync(path.join(to, entry), user, group)
      }
      continue
    }
    const files = context.filter((file) => `${file}/`.startsWith(`${source}/`))
    assert.notEqual(files.length, 0, `COPY ${source}: nothing is let in`)
    for (const file of files) {
      const rest = path.relative(source, file)
      const to = rest === '' ? (isFolder ? path.join(target, path.basename(file)) : target) : path.join(target, rest)
      cpSync(path.join(root, file), inside(stage, to, directory), { recursive: true })
    }
  }
}

function run(stage, directory, env, command) {
  // Folders that a step creates at the root of the image are created in the stage's folder.
  const here = command.replace(/(?<=\s)\/(?=(empty|boardcircle)\b)/g, `${stage.folder}/`)
  if (here.includes('chown') && !isRoot) return console.log(`RUN ${command}: not run, which needs root`)
  console.log(`RUN ${command}`)
  const { status } = spawnSync('sh', ['-euc', here], {
    cwd: inside(stage, directory),
    env: { ...process.env, GOFLAGS: '-buildvcs=false', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) stop(`RUN ${command} ended with ${status}`)
}

/** Checks that the binary is static: no interpreter in its program headers, and no C. */
function checkBinary(file) {
  const bytes = readFileSync(file)
  assert.equal(bytes.toString('latin1', 1, 4), 'ELF')
  const at = Number(bytes.readBigUInt64LE(32))
  for (let i = 0; i < bytes.readUInt16LE(56); i++) {
    assert.notEqual(bytes.readUInt32LE(at + i * bytes.readUInt16LE(54)), 3, 'the binary asks for an interpreter')
  }
  const { stdout } = spawnSync('go', ['version', '-m', file], { encoding: 'utf8' })
  for (const setting of ['CGO_ENABLED=0', '-trimpath=true'])
    assert.ok(stdout.includes(setting), `go version -m has no ${setting}`)
  assert.ok(!bytes.includes(root) && !bytes.includes(folder), 'the binary has paths of this machine')
  console.log(`The binary: static, ${(bytes.length / 1e6).toFixed(1)} MB`)
}

async function runServer() {
  const image = stages.at(-1)
  const [user, group] = lastOf(image, 'USER').split(':')
  const address = `127.0.0.1:${await freePort()}`
  const here = (args) => args.map((arg) => arg.replace(/(0\.0\.0\.0|127\.0\.0\.1):8090/, address))
  const [binary, ...serve] = here([...lastOf(image, 'ENTRYPOINT'), ...lastOf(image, 'CMD')])
  const health = here(lastOf(image, 'HEALTHCHECK'))
  const options = { cwd: '/', env: {}, stdio: ['ignore', 'inherit', 'inherit'] }
  const jail = (args) => ['/usr/sbin/chroot', [`--userspec=${user}:${group}`, '--groups=', final, ...args]]
  const plain = ([program, ...args]) => [
    path.join(final, program),
    args.map((arg) => arg.replace('=/pb_data', `=${final}/pb_data`)),
  ]
  const start = (args) => spawn(...(isRoot ? jail(args) : plain(args)), options)
  if (!isRoot) console.log('Not root: the binary runs as this user, outside a root of its own')

  const server = start([binary, ...serve])
  const ended = once(server, 'exit')
  try {
    let healthy = false
    for (let tries = 0; tries < 120 && !healthy && server.exitCode === null; tries++) {
      const [code] = await once(start(health), 'exit')
      healthy = code === 0
      if (!healthy) await wait(250)
    }
    assert.ok(healthy, 'the health check does not pass')
    let text = ''
    for (let tries = 0; tries < 240 && !text.includes('<h1'); tries++) {
      const page = await fetch(`http://${address}/`)
      assert.equal(page.status, 200)
      text = await page.text()
      await wait(250) // pages are empty until the first ones are rendered
    }
    assert.ok(text.includes('<h1'), 'the landing page is not rendered')
    const data = statSync(path.join(final, 'pb_data/data.db'))
    if (isRoot) {
      assert.equal(data.uid, Number(user))
      assert.equal(statSync(path.join(final, 'boardcircle')).uid, 0)
      const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
      assert.match(status, new RegExp(`^Uid:\\s+${user}\\s+${user}\\s+${user}`, 'm'))
      assert.match(status, /^CapEff:\s+0+$/m)
    }
    server.kill('SIGTERM')
    const [code, signal] = await Promise.race([ended, wait(30_000).then(() => ['late'])])
    assert.deepEqual([code, signal], [0, null], 'SIGTERM does not end it well')
    assert.ok(!existsSync(path.join(final, 'pb_data/data.db-wal')), 'it has left a write-ahead log')
    const [after] = await once(start(health), 'exit')
    assert.notEqual(after, 0, 'the health check passes without a server')
  } finally {
    server.kill('SIGKILL')
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
