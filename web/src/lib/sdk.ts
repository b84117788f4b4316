import PocketBase, { BaseAuthStore } from 'pocketbase'
import { idleHeader } from './activity'
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
