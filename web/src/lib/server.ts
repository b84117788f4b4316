import { decodeBooleans } from './api'
import { ApiError, notifyRefused } from './api-error'
import type { WaitingApproval } from './generated'

/** The options of a call. */
export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: Record<string, unknown> | FormData
  query?: Record<string, string | number | boolean>
  signal?: AbortSignal
}

/** A page of a list, and the total number of rows. */
export type Page<Row> = { rows: Row[]; total: number }

/**
 * Calls the server; all calls use it. Throws an ApiError for every answer that is not a success. PocketBase's SDK is
 * loaded with the first call, so visitors who only read do not load it.
 */
export async function send<Answer>(path: string, call: Call = {}): Promise<Answer> {
  const { pb } = await sdk()
  try {
    const answer = await pb.send<Answer>(path, { method: 'GET', ...call })
    if (isWaiting(answer)) throw waiting(answer)
    return decodeBooleans(answer)
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw asApiError(cause)
  }
}

/** Reports whether the action waits for a second admin to confirm it. */
function isWaiting(answer: unknown): answer is WaitingApproval {
  return (answer as Partial<WaitingApproval> | undefined)?.approval?.state === 'waiting'
}

function waiting({ approval }: WaitingApproval): ApiError {
  return new ApiError(
    202,
    `${approval.summary}. One administrator alone cannot do this. We have emailed the others: as soon as one of them confirms it under Approvals, it is done.`,
  )
}

/** Loads a page of a list route. */
export async function sendList<Row>(path: string, call: Call = {}): Promise<Page<Row>> {
  const { pb, fetchOrThrow } = await sdk()
  let total = 0
  try {
    const rows = await pb.send<Row[]>(path, {
      method: 'GET',
      ...call,
      fetch: async (url: RequestInfo | URL, options?: RequestInit) => {
        const response = await fetchOrThrow(url, options)
        total = Number(response.headers.get('X-Total-Count') ?? 0)
        return response
      },
    })
    return { rows: decodeBooleans(rows), total }
  } catch (cause) {
    throw asApiError(cause)
  }
}

/** Loads the code for calls before the first one. */
export function warmUp(): void {
  sdk().catch(() => {})
}

// A dynamic import that has failed once keeps failing until the page is reloaded, so it is not tried while offline.
async function sdk() {
  if (globalThis.navigator?.onLine === false) throw unreachable()
  try {
    return await import('./sdk')
  } catch {
    throw unreachable()
  }
}

function unreachable(): ApiError {
  return new ApiError(0, 'The server could not be reached. Please check your connection and try again.')
}

// The SDK wraps the errors of fetch; ours already throws ApiErrors.
function asApiError(cause: unknown): unknown {
  const original = (cause as { originalError?: unknown }).originalError
  if (original instanceof ApiError) {
    notifyRefused(original)
    return original
  }
  if ((cause as { isAbort?: boolean }).isAbort) return cause
  return unreachable()
}
