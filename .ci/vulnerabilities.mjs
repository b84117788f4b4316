// Finds known vulnerabilities in our dependencies: Go's modules and standard library with govulncheck, npm packages
// with npm audit. If a database cannot be reached, the last copy is used and its date is reported. If there is no copy,
// the result is "not scanned", which is neither a pass nor a failure.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { ask, root } from './command.mjs'

/** The folder of the copies. */
export const cacheFolder = path.join(
  process.env.XDG_CACHE_HOME || path.join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache'),
  'boardcircle',
  'vulnerabilities',
)

/** The address of Go's database, or of one with the same format, which may be a file:// URL. */
const goDatabase = () => process.env.GOVULNDB || 'https://vuln.go.dev'

/** Returns a result: what was scanned, the state ("clean", "vulnerable" or "not scanned"), a line to print, details. */
const outcome = (what, state, line, details = []) => ({ what, state, line: `${what}: ${line}`, details })

/**
 * Scans the Go code. The short form only checks which modules have a known vulnerability. If one has, and
 * always in the long form, the scan analyses calls, so that vulnerable code that is never called does not count.
 */
export async function scanGo({ short = false, database = goDatabase(), cache = cacheFolder, folder = root } = {}) {
  const found = await findDatabase(database, path.join(cache, 'go'), folder)
  if (!found.url) return outcome('Go', 'not scanned', `not scanned: ${found.why}`)
  let result = await govulncheck(found.url, short ? 'module' : 'symbol', folder)
  if (short && result.found?.length > 0) result = await govulncheck(found.url, 'symbol', folder)
  if (result.error) return outcome('Go', 'not scanned', `not scanned: govulncheck failed: ${result.error}`)
  if (result.found.length === 0) return outcome('Go', 'clean', `nothing found (${found.source})`)
  return outcome('Go', 'vulnerable', `${result.found.length} found (${found.source})`, result.found)
}

async function findDatabase(base, copy, folder) {
  if (base.startsWith('file://')) {
    const modified = readDate(fileURLToPath(base))
    return modified ? { url: base, source: `database of ${modified}` } : { why: `${base} is no database` }
  }
  const why = await refresh(base, copy, folder)
  const modified = readDate(copy)
  if (!modified) return { why: `${new URL(base).host} can't be reached (${why}), and there is no copy of its database` }
  const source = why
    ? `${new URL(base).host} can't be reached; copy of the database of ${modified}`
    : `database of ${modified}`
  return { url: pathToFileURL(copy).href, source }
}

/** Returns the date of the last change of a database, or undefined if there is no database. */
function readDate(folder) {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'index/db.json'), 'utf8')).modified?.slice(0, 10)
  } catch {
    return undefined
  }
}

/** Copies the entries about our modules from the database. Resolves to the reason of a failure, or "". */
async function refresh(base, copy, folder) {
  const next = `${copy}.${process.pid}`
  try {
    const get = async (name) => {
      const response = await fetch(`${base.replace(/\/$/, '')}/${name}.json.gz`, {
        signal: AbortSignal.timeout(15_000),
      })
      if (!response.ok) throw new Error(`it answers ${response.status}`)
      const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString('utf8')
      const file = path.join(next, `${name}.json`)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, text)
      return JSON.parse(text)
    }
    await get('index/db')
    const ours = new Set(['stdlib', 'toolchain', ...(await modules(folder))])
    const listed = (await get('index/modules')).filter(({ path: name }) => ours.has(name))
    writeFileSync(path.join(next, 'index/modules.json'), JSON.stringify(listed))
    const ids = [...new Set(listed.flatMap(({ vulns }) => vulns.map(({ id }) => id)))]
    for (let at = 0; at < ids.length; at += 16) {
      await Promise.all(ids.slice(at, at + 16).map((id) => get(`ID/${safeID(id)}`)))
    }
    mkdirSync(path.dirname(copy), { recursive: true })
    rmSync(copy, { recursive: true, force: true })
    renameSync(next, copy)
    return ''
  } catch (error) {
    rmSync(next, { recursive: true, force: true })
    return error.cause?.code ?? error.message
  }
}

function safeID(id) {
  if (!/^GO-\d{4}-\d{1,6}$/.test(id)) throw new Error(`${id} is no id`)
  return id
}

async function modules(folder) {
  const { code, output } = await ask('go', ['-C', folder, 'list', '-m', '-f', '{{.Path}}', 'all'])
  if (code !== 0) throw new Error('go list -m all failed')
  return output.trim().split('\n')
}

async function govulncheck(url, scan, folder) {
  const args = ['tool', 'govulncheck', '-C', folder, '-db', url, '-scan', scan, '-format', 'json']
  const { code, output } = await ask('go', scan === 'module' ? args : [...args, './...'])
  if (code !== 0) return { error: output.trim().split('\n').at(-1) }
  const messages = output.split(/^}$/m).flatMap((text) => {
    const at = text.indexOf('{')
    return at < 0 ? [] : [JSON.parse(`${text.slice(at)}}`)]
  })
  const summaries = new Map(messages.filter(({ osv }) => osv).map(({ osv }) => [osv.id, osv.summary ?? '']))
  const lines = new Map()
  for (const { finding } of messages.filter((message) => message.finding)) {
    const [at] = finding.trace
    if (scan === 'symbol' && !at.function) continue // present but never called
    const fixed = finding.fixed_version ? `fixed in ${finding.fixed_version}` : 'not fixed yet'
    lines.set(finding.osv, `${finding.osv} ${at.module}@${at.version}, ${fixed}: ${summaries.get(finding.osv)}`)
  }
  return { found: [...lines.values()] }
}

/** Scans the npm packages of the web app. A stored result is valid for the same package-lock.json. */
export async function scanNpm({ cache = cacheFolder, registry, folder = root } = {}) {
  const kept = path.join(cache, 'npm.json')
  const lock = createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .digest('hex')
  const args = ['audit', '--json', '--omit=dev', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=15000']
  const { output } = await ask('npm', ['--prefix', folder, ...args, ...(registry ? [`--registry=${registry}`] : [])])
  const answer = parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  if (answer?.vulnerabilities) {
    const found = Object.values(answer.vulnerabilities).map(({ name, severity, range, via }) => {
      const titles = via.filter(({ title }) => title).map(({ title }) => title)
      return `${name} ${range}, ${severity}: ${titles.join('; ') || `by ${via.join(', ')}`}`
    })
    mkdirSync(cache, { recursive: true })
    writeFileSync(kept, JSON.stringify({ date: new Date().toISOString().slice(0, 10), lock, found }))
    return npmOutcome(found, 'asked today')
  }
  const why =
    answer?.error?.code ?? answer?.code ?? (answer?.statusCode ? `it answers ${answer.statusCode}` : 'no answer')
  const copy = existsSync(kept) ? parse(readFileSync(kept, 'utf8')) : undefined
  if (copy?.lock === lock)
    return npmOutcome(copy.found, `the registry's advisories can't be asked; result of ${copy.date}`)
  return outcome(
    'npm',
    'not scanned',
    `not scanned: the registry's advisories can't be asked (${why}), and no result is kept for these packages`,
  )
}

function npmOutcome(found, source) {
  if (found.length === 0) return outcome('npm', 'clean', `nothing found (${source})`)
  return outcome('npm', 'vulnerable', `${found.length} found (${source})`, found)
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
