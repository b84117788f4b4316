// npm run release [-- v1.2.3]: builds static binaries for every platform in release/, with SHA256SUMS. The version is
// the argument, or else the tag that CI builds, or else the version of package.json.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildWeb, install } from './build-steps.mjs'
import { ask, root, run, stop } from './command.mjs'
import { compiling } from './go-flags.mjs'
import { requireTools } from './tools.mjs'

const platforms = ['linux', 'darwin', 'windows'].flatMap((os) => ['amd64', 'arm64'].map((arch) => ({ os, arch })))

await requireTools()
for (const step of [install, buildWeb]) if ((await step()) !== 0) stop('The web app could not be built.')

const packageJSON = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const tag = process.env.GITHUB_REF_TYPE === 'tag' ? process.env.GITHUB_REF_NAME : undefined
const version = (process.argv[2] ?? tag ?? packageJSON.version).replace(/^v/, '')
if (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) stop(`${version} is not a version like 1.2.3.`)
const { code, output: revision } = await ask('git', ['rev-parse', '--short=12', 'HEAD'])
const commit = code === 0 ? revision.trim() : ''

const folder = path.join(root, 'release')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const sums = []
for (const { os, arch } of platforms) {
  const name = `boardcircle_${version}_${os}_${arch}${os === 'windows' ? '.exe' : ''}`
  const ldflags = `-s -w -X main.version=${version} -X main.commit=${commit}`
  const env = { ...compiling, CGO_ENABLED: '0', GOOS: os, GOARCH: arch }
  const failed = await run('go', ['build', `-ldflags=${ldflags}`, '-o', path.join(folder, name), './pb'], { env })
  if (failed) stop(`${name} could not be built.`)
  const content = readFileSync(path.join(folder, name))
  sums.push(`${createHash('sha256').update(content).digest('hex')}  ${name}`)
  console.log(`release/${name}  ${(content.length / 1e6).toFixed(1)} MB`)
}
writeFileSync(path.join(folder, 'SHA256SUMS'), `${sums.join('\n')}\n`)
console.log('release/SHA256SUMS')
