import { ApiError } from './api-error'

/** What a call may carry. */
export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: Record<string, unknown>
  query?: Record<string, string | number | boolean>
  signal?: AbortSignal
}

/**
 * The one door to the server. Throws an ApiError for every answer that is no success.
 * PocketBase's SDK comes with the first call: a visitor who only reads never pays for it.
 */
export async function send<Answer>(path: string, call: Call = {}): Promise<Answer> {
  const { pb } = await import('./sdk')
  try {
    return await pb.send<Answer>(path, { method: 'GET', ...call })
  } catch (cause) {
    throw asApiError(cause)
  }
}

// The SDK wraps whatever its fetch throws; ours throws ApiErrors already.
function asApiError(cause: unknown): unknown {
  const original = (cause as { originalError?: unknown }).originalError
  if (original instanceof ApiError) return original
  if ((cause as { isAbort?: boolean }).isAbort) return cause
  return new ApiError(0, 'The server could not be reached. Please check your connection and try again.')
}
