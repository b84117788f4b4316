import PocketBase, { BaseAuthStore } from 'pocketbase'
import { readApiError } from './api-error'

/** The SDK without its own token: the session is an HttpOnly cookie that scripts cannot read. */
export const pb = new PocketBase('/', new BaseAuthStore())

pb.autoCancellation(false)

pb.beforeSend = (url, options) => ({
  url,
  options: { fetch: fetchOrThrow, ...options, headers: { ...options.headers, ...idleHeader(), ...languageHeader() } },
})

/**
 * fetch that throws on an error response. The SDK drops bodies that are not JSON, but the specification asks to show
 * them.
 */
export async function fetchOrThrow(url: RequestInfo | URL, options?: RequestInit): Promise<Response> {
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

/** The header of a call that the user did not cause. */
function idleHeader(): Record<string, string> {
  return Date.now() - usedAt > quietAfter ? { 'X-Idle': '1' } : {}
}

/** The header with the language of a page that is not in English, in which the server then writes emails. */
function languageHeader(): Record<string, string> {
  const [language = 'en'] = document.documentElement.lang.split('-')
  return language && language !== 'en' ? { 'Content-Language': language } : {}
}
