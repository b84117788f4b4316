import PocketBase, { BaseAuthStore } from 'pocketbase'
import { ApiError, isTemporary, readApiError } from './api-error'
import { sentForm } from './sending'

/** The SDK without its own token: the session is an HttpOnly cookie that scripts cannot read. */
export const pb = new PocketBase('/', new BaseAuthStore())

pb.autoCancellation(false)

pb.beforeSend = (url, options) => ({
  url,
  options: { fetch: fetchOrThrow, ...options, headers: { ...options.headers, ...idleHeader(), ...languageHeader() } },
})

/**
 * fetch that throws on an error response. The SDK drops bodies that are not JSON, but the specification asks to show
 * them. A POST has an Idempotency-Key, so that the server does not run it again if it is repeated after a lost answer.
 */
export async function fetchOrThrow(url: RequestInfo | URL, options: RequestInit = {}): Promise<Response> {
  if (options.method !== 'POST') return fetchAnswer(url, options)
  const content = fingerprint(String(url), options.body)
  const form = `${location.pathname} ${url} ${sentForm() ?? content}`
  const key = keyOf(form, content)
  running.add(key)
  keys.delete(form)
  changeSent((sent) => ({ ...sent, [content]: { key, at: Date.now() } }))
  try {
    const response = await fetchAnswer(url, { ...options, headers: { ...options.headers, 'Idempotency-Key': key } })
    forget(content, key)
    return response
  } catch (error) {
    const isAboutKey = error instanceof ApiError && 'idempotencyKey' in error.fields
    const isRunning = isAboutKey && error.retryAfterSeconds !== undefined
    if (!isRunning && !isTemporary(error)) forget(content, key)
    if (!isAboutKey || isRunning) keys.set(form, key)
    throw error
  } finally {
    running.delete(key)
  }
}

// A form keeps its key until the server has done what it asks for: a lost answer, a refused form and a question for the
// password keep it. A form is identified by its page, its address and its name. Outside of a form nothing is typed, so
// a button is identified by what it sends. If the server cannot use the key again, the next call has a new one.
const keys = new Map<string, string>()

// The keys of the calls that have no answer yet. A call at the same time gets its own key.
const running = new Set<string>()

/**
 * Returns the key of a call. What was sent without an answer has the same key when it is sent again, also after a reload
 * or in another tab.
 */
function keyOf(form: string, content: string): string {
  const sent = readSent()[content]?.key
  if (sent && !running.has(sent)) return sent
  return keys.get(form) ?? crypto.getRandomValues(new BigUint64Array(2)).join('-')
}

// What was sent and not answered, by its fingerprint. The server stores a key for a day.

type Sent = Record<string, { key: string; at: number }>

const storageKey = 'sent-forms'
const keptFor = 24 * 3_600_000

function readSent(): Sent {
  try {
    const sent: Sent = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    return Object.fromEntries(Object.entries(sent).filter(([, { at }]) => at > Date.now() - keptFor))
  } catch {
    return {}
  }
}

function changeSent(change: (sent: Sent) => Sent) {
  try {
    localStorage.setItem(storageKey, JSON.stringify(change(readSent())))
  } catch {
    // Without storage, only the open page knows its keys.
  }
}

function forget(content: string, key: string) {
  changeSent((sent) => {
    const { [content]: stored, ...others } = sent
    return stored?.key === key ? others : sent
  })
}

/**
 * Returns a short hash of a call, so that the storage does not have what was sent. A password, and a code that is sent
 * with it, are left out.
 */
function fingerprint(address: string, body: BodyInit | null | undefined): string {
  let [a, b] = [1, 2]
  for (const character of `${address} ${textOf(body)}`) {
    const code = character.codePointAt(0) ?? 0
    a = Math.imul(a ^ code, 0x9e3779b1)
    b = Math.imul(b ^ code, 0x5f356495)
    b += a >>> 16
  }
  return `${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}`
}

function textOf(body: BodyInit | null | undefined): string {
  if (body instanceof FormData)
    return JSON.stringify([...body].map(([name, part]) => [name, part instanceof File ? [part.name, part.size] : part]))
  try {
    const { password, code, ...fields } = JSON.parse(String(body))
    return JSON.stringify(password === undefined ? { code, ...fields } : fields)
  } catch {
    return String(body)
  }
}

async function fetchAnswer(url: RequestInfo | URL, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options)
  if (response.ok) return response
  throw readApiError(response.status, response.statusText, await response.text(), response.headers.get('Retry-After'))
}

// When the user was last active. Background calls of an idle console carry a header, so that its session still ends
// after an hour.

const quietAfter = 60_000

let usedAt = 0

function used() {
  usedAt = Date.now()
}

if (typeof document !== 'undefined') {
  used()
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'scroll', 'visibilitychange'])
    document.addEventListener(type, used, { passive: true, capture: true })
}

/** The header of a call while the user is idle. */
function idleHeader(): Record<string, string> {
  return Date.now() - usedAt > quietAfter ? { 'X-Idle': '1' } : {}
}

/** The header with the language of a page that is not in English, in which the server then writes emails. */
function languageHeader(): Record<string, string> {
  const [language = 'en'] = document.documentElement.lang.split('-')
  return language && language !== 'en' ? { 'Content-Language': language } : {}
}
