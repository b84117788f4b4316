import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { scanGo, scanNpm } from './vulnerabilities.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'boardcircle-scan-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Creates a database in the format of https://go.dev/security/vuln/database, with a vulnerability for each symbol. */
function makeDatabase(name, ...symbols) {
  const base = path.join(folder, name)
  const write = (file, value) => {
    mkdirSync(path.dirname(path.join(base, file)), { recursive: true })
    writeFileSync(path.join(base, file), JSON.stringify(value))
  }
  const modified = '2026-11-20T10:00:00Z'
  write('index/db.json', { modified })
  const vulns = symbols.map((_, index) => ({ id: `GO-2099-000${index + 1}`, modified }))
  write('index/modules.json', symbols.length > 0 ? [{ path: 'stdlib', vulns }] : [])
  write('index/vulns.json', vulns)
  for (const [index, { id }] of vulns.entries()) {
    const affected = {
      package: { name: 'stdlib', ecosystem: 'Go' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
      ecosystem_specific: { imports: [{ path: 'path', symbols: [symbols[index]] }] },
    }
    const summary = `The tests' hole in ${symbols[index]}`
    write(`ID/${id}.json`, {
      schema_version: '1.3.1',
      id,
      modified,
      published: modified,
      summary,
      affected: [affected],
    })
  }
  return base
}

/** Creates a module with one file that cleans a path. */
const program = path.join(folder, 'program')
before(() => {
  mkdirSync(program)
  writeFileSync(path.join(program, 'go.mod'), 'module program\n\ngo 1.26.0\n')
  writeFileSync(
    path.join(program, 'main.go'),
    'package main\n\nimport "path"\n\nfunc main() {\n\tprintln(path.Clean("x/../y"))\n}\n',
  )
})

async function serve(answer) {
  const server = createServer(answer)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => new Promise((done) => server.close(done)) }
}

const scan = (options) => scanGo({ folder: program, cache: path.join(folder, 'cache'), ...options })

test('a database without a hole of ours is "nothing found", with its date', async () => {
  const { state, line } = await scan({ database: pathToFileURL(makeDatabase('clean')).href })
  assert.equal(state, 'clean')
  assert.equal(line, 'Go: nothing found (database of 2026-11-20)')
})

test('a hole in what is called is found, one in what is never called is not, in both forms', async () => {
  const database = pathToFileURL(makeDatabase('holes', 'Clean', 'Match')).href
  for (const short of [true, false]) {
    const { state, details } = await scan({ database, short })
    assert.equal(state, 'vulnerable')
    assert.equal(details.length, 1)
    assert.match(details[0], /^GO-2099-0001 stdlib@v1\.26\S*, not fixed yet: The tests' hole in Clean$/)
  }
})

test('a hole in what is never called alone is "nothing found"', async () => {
  const database = pathToFileURL(makeDatabase('uncalled', 'Match')).href
  assert.equal((await scan({ database, short: true })).state, 'clean')
})

test('the database is copied while it can be reached, and the copy is asked when it can not', async () => {
  const base = makeDatabase('online', 'Clean')
  const { url, close } = await serve((request, response) => {
    const file = path.join(base, request.url.replace(/\.gz$/, ''))
    if (!existsSync(file)) return response.writeHead(404).end()
    response.end(gzipSync(readFileSync(file)))
  })
  const cache = path.join(folder, 'cache-online')
  const online = await scan({ database: url, cache })
  await close()
  assert.equal(online.line, 'Go: 1 found (database of 2026-11-20)')
  const offline = await scan({ database: url, cache })
  assert.equal(offline.state, 'vulnerable')
  assert.match(offline.line, /can't be reached; copy of the database of 2026-11-20/)
})

test('without a database and without a copy it is "not scanned"', async () => {
  const { url, close } = await serve(() => {})
  await close()
  const { state, line } = await scan({ database: url, cache: path.join(folder, 'cache-empty') })
  assert.equal(state, 'not scanned')
  assert.match(line, /^Go: not scanned: 127\.0\.0\.1:\d+ can't be reached \(ECONNREFUSED\), and there is no copy/)
})

test('what is no database is "not scanned"', async () => {
  assert.equal((await scan({ database: pathToFileURL(path.join(folder, 'nothing')).href })).state, 'not scanned')
})

test('npm: found, from the kept result, and not scanned', async () => {
  const web = path.join(folder, 'web')
  mkdirSync(web)
  const packages = { '': { name: 'web', dependencies: { left: '1.0.0' } }, 'node_modules/left': { version: '1.0.0' } }
  writeFileSync(path.join(web, 'package.json'), '{"name":"web","version":"1.0.0","dependencies":{"left":"1.0.0"}}')
  writeFileSync(
    path.join(web, 'package-lock.json'),
    JSON.stringify({ name: 'web', version: '1.0.0', lockfileVersion: 3, packages }),
  )
  const advisory = { id: 1, url: 'https://example.com/1', title: 'A hole', severity: 'high', vulnerable_versions: '<2' }
  const cache = path.join(folder, 'cache-npm')
  let advisories = { left: [advisory] }
  const { url, close } = await serve((request, response) => {
    if (!request.url.endsWith('/advisories/bulk')) return response.writeHead(404).end('{}')
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(advisories))
  })
  const run = (folderOfCache = cache) => scanNpm({ folder: web, cache: folderOfCache, registry: url })
  const found = await run()
  assert.equal(found.state, 'vulnerable')
  assert.match(found.details[0], /^left .*high: A hole$/)
  advisories = {}
  assert.equal((await run()).line, 'npm: nothing found (asked today)')
  await close()
  const kept = await run()
  assert.equal(kept.state, 'clean')
  assert.match(kept.line, /can't be asked; result of \d{4}-\d\d-\d\d/)
  assert.equal((await run(path.join(folder, 'cache-none'))).state, 'not scanned')
  cpSync(path.join(web, 'package-lock.json'), path.join(web, 'before.json'))
  writeFileSync(path.join(web, 'package-lock.json'), `${readFileSync(path.join(web, 'before.json'))}\n`)
  assert.equal((await run()).state, 'not scanned')
})
