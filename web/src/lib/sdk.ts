import PocketBase, { BaseAuthStore } from 'pocketbase'
import { readApiError } from './api-error'

/** The SDK without a token of its own: the session is an HttpOnly cookie that scripts never see. */
export const pb = new PocketBase('/', new BaseAuthStore())

pb.autoCancellation(false)

pb.beforeSend = (url, options) => ({
  url,
  options: { fetch: fetchOrThrow, ...options, headers: { ...options.headers, ...idleHeader() } },
})

/** The browser's fetch, which throws what the server refuses: the SDK drops a body that is not JSON, and the specification wants to show it. */
export async function fetchOrThrow(url: RequestInfo | URL, options?: RequestInit): Promise<Response> {
  const response = await fetch(url, options)
  if (response.ok) return response
  throw readApiError(response.status, response.statusText, await response.text(), response.headers.get('Retry-After'))
}

// When the person last did something. A console that keeps itself up to date while nobody is at it says so to the
// server, so that its session ends after an hour all the same.

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

/** The header of a call that nobody has asked for. */
function idleHeader(): Record<string, string> {
  return Date.now() - usedAt > quietAfter ? { 'X-Idle': '1' } : {}
}
