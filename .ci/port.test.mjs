import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { root } from './command.mjs'
import { addressOf, isTaken } from './port.mjs'

test('the address is that of the last --http', () => {
  assert.deepEqual(addressOf(['serve', '--http=127.0.0.1:8090']), { host: '127.0.0.1', port: 8090 })
  assert.deepEqual(addressOf(['--http=127.0.0.1:8090', '--http', '[::1]:9000']), { host: '::1', port: 9000 })
  assert.deepEqual(addressOf(['--http=:9000']), { host: '', port: 9000 })
  assert.equal(addressOf(['serve']).port, 0)
})

test('npm start says at once that its port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address()
  assert.equal(await isTaken({ host: '127.0.0.1', port }), true)
  const start = spawn(process.execPath, ['.ci/start.mjs', `--http=127.0.0.1:${port}`], { cwd: root })
  let printed = ''
  start.stderr.setEncoding('utf8').on('data', (text) => {
    printed += text
  })
  const [code] = await once(start, 'close')
  other.close()
  assert.equal(code, 1)
  assert.equal(
    printed.trim(),
    `Port ${port} is taken by another program. Stop it, or choose another port: npm start -- --http=127.0.0.1:${port + 1}`,
  )
})
