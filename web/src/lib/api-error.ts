import { useEffect } from 'react'

/** What went wrong with a call: the server's public sentence, and one for each field that it names. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    /** The HTTP status; 0 when the server could not be reached. */
    readonly status: number,
    message: string,
    /** Field name to sentence. */
    readonly fields: Readonly<Record<string, string>> = {},
    /** How long to wait before trying again, when the server says so. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message)
  }
}

/** Reads an error's body: PocketBase's shape where it is one, else "status: text" as the specification asks. */
export function readApiError(status: number, statusText: string, text: string, retryAfter: string | null): ApiError {
  const seconds = Number(retryAfter) || undefined
  const body = parse(text)
  if (typeof body?.message !== 'string' || body.message === '')
    return new ApiError(status, `${status}: ${text || statusText}`, {}, seconds)
  return new ApiError(status, body.message, fieldMessages(body.data), seconds)
}

/** The sentence to show for whatever was thrown; the fallback where there is none. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : fallback
}

function parse(text: string): { message?: unknown; data?: unknown } | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : undefined
  } catch {
    return undefined
  }
}

function fieldMessages(data: unknown): Record<string, string> {
  const fields: Record<string, string> = {}
  if (typeof data !== 'object' || data === null) return fields
  for (const [name, value] of Object.entries(data)) {
    if (typeof value?.message === 'string') fields[name] = value.message
  }
  return fields
}

// A session can end at any call: signed out elsewhere, deactivated, no longer an admin.
const refusals = new EventTarget()

/** Tells listeners that the server refused a call for want of a session or of rights. */
export function notifyRefused(error: ApiError): void {
  if (error.status === 401 || error.status === 403) refusals.dispatchEvent(new Event('refused'))
}

/** Calls back when the server has refused a call for want of a session or of rights. */
export function useRefused(onRefused: () => void): void {
  useEffect(() => {
    refusals.addEventListener('refused', onRefused)
    return () => refusals.removeEventListener('refused', onRefused)
  }, [onRefused])
}

/** Which changes a session alone does not make, the server alone knows. */
export const wantsReauthentication = (error: unknown) => error instanceof ApiError && 'password' in error.fields
