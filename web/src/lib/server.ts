import { ApiError, notifyRefused } from './api-error'
import type { WaitingApproval } from './generated'

/** What a call may carry. */
export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: Record<string, unknown> | FormData
  query?: Record<string, string | number | boolean>
  signal?: AbortSignal
}

/** A page of a list, and how many rows there are in all. */
export type Page<Row> = { rows: Row[]; total: number }

/**
 * The one way to call the server. Throws an ApiError for every answer that is no success.
 * PocketBase's SDK comes with the first call: a visitor who only reads never pays for it.
 */
export async function send<Answer>(path: string, call: Call = {}): Promise<Answer> {
  const { pb } = await sdk()
  try {
    const answer = await pb.send<Answer>(path, { method: 'GET', ...call })
    if (isWaiting(answer)) throw waiting(answer)
    return answer
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw asApiError(cause)
  }
}

/** Whether the server has done nothing yet, because a second admin has to confirm it. */
function isWaiting(answer: unknown): answer is WaitingApproval {
  return (answer as Partial<WaitingApproval> | undefined)?.approval?.state === 'waiting'
}

function waiting({ approval }: WaitingApproval): ApiError {
  return new ApiError(
    202,
    `${approval.summary}. One administrator alone cannot do this. We have emailed the others: as soon as one of them confirms it under Approvals, it is done.`,
  )
}

/** Reads a page of a list route. */
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
    return { rows, total }
  } catch (cause) {
    throw asApiError(cause)
  }
}

/** Fetches what calls are made with, ahead of the first one. */
export function warmUp(): void {
  sdk().catch(() => {})
}

// A script that could not be fetched once is lost for as long as the page lives: without a network it is not asked for.
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

// The SDK wraps whatever its fetch throws; ours throws ApiErrors already.
function asApiError(cause: unknown): unknown {
  const original = (cause as { originalError?: unknown }).originalError
  if (original instanceof ApiError) {
    notifyRefused(original)
    return original
  }
  if ((cause as { isAbort?: boolean }).isAbort) return cause
  return unreachable()
}
