import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { root } from './command.mjs'
import { lastOf, parseDockerfile } from './dockerfile.mjs'

const stages = parseDockerfile(readFileSync(path.join(root, 'Dockerfile'), 'utf8'))
const image = stages.at(-1)

test('the image has the binary, the authorities and two folders, and nothing else', () => {
  assert.equal(image.image, 'scratch')
  const targets = image.instructions.filter(({ name }) => name === 'COPY').map(({ value }) => value.split(' ').at(-1))
  assert.deepEqual(targets, ['/etc/ssl/certs/', '/', '/boardcircle'])
  assert.ok(!image.instructions.some(({ name }) => name === 'RUN' || name === 'ADD' || name === 'ENV'))
})

test('it runs as a user by number who is not root, and owns the data and nothing else', () => {
  const user = lastOf(image, 'USER')
  assert.match(user, /^[1-9]\d{3,}:[1-9]\d{3,}$/)
  for (const { value, flags } of image.instructions.filter(({ name }) => name === 'COPY')) {
    assert.equal(flags.chown, value.startsWith('/empty/') ? user : undefined, value)
  }
  assert.equal(lastOf(image, 'VOLUME'), '/pb_data')
})

test('the server, its health check and its volume agree', () => {
  assert.deepEqual(lastOf(image, 'ENTRYPOINT'), ['/boardcircle'])
  const command = lastOf(image, 'CMD')
  assert.deepEqual(command, ['serve', '--http=0.0.0.0:8090', '--dir=/pb_data'])
  assert.deepEqual(lastOf(image, 'HEALTHCHECK'), ['/boardcircle', 'health', '--http=127.0.0.1:8090'])
  assert.equal(lastOf(image, 'EXPOSE'), '8090')
})

test('what it is built from is pinned by digest, and there in a clone', () => {
  const names = stages.map(({ name }) => name)
  for (const { image: from } of stages) {
    if (from !== 'scratch') assert.match(from, /@sha256:[0-9a-f]{64}$/)
  }
  const allowed = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n')
  for (const { value, flags } of stages
    .flatMap(({ instructions }) => instructions)
    .filter(({ name }) => name === 'COPY')) {
    if (flags.from) {
      assert.ok(names.includes(flags.from), `${flags.from} is no stage`)
      continue
    }
    for (const source of value.split(' ').slice(0, -1)) {
      assert.ok(existsSync(path.join(root, source)), `${source} is not there`)
      assert.ok(allowed.includes(`!${source.split('/')[0]}`), `.dockerignore keeps ${source} out`)
    }
  }
})

test('the binary is static, without paths of the machine, and told its version', () => {
  const build = stages
    .find(({ name }) => name === 'binary')
    .instructions.find(({ value }) => value.includes('go build'))
  assert.match(build.value, /^CGO_ENABLED=0 go build -trimpath /)
  assert.match(build.value, /-X main\.version=\$\{VERSION\} -X main\.commit=\$\{COMMIT\}/)
})
