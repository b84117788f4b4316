import { useEffect } from 'react'
import { englishWords } from './words'

/** The error of a failed call: the server's public message, and one message for each invalid field. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    /** The HTTP status, or 0 if the server could not be reached. */
    readonly status: number,
    message: string,
    /** The message for each field name. */
    readonly fields: Readonly<Record<string, string>> = {},
    /** How long to wait before a retry, if the server says so. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message)
  }
}

let unreachableMessage = englishWords.unreachable

/** Sets the message of calls that do not reach the server, in the language of the page. */
export function setUnreachableMessage(message: string): void {
  unreachableMessage = message
}

/** Returns the error of a call that did not reach the server. */
export function unreachable(): ApiError {
  return new ApiError(0, unreachableMessage)
}

/** Thrown when the user closes the dialog that an action needs. Nothing has changed, so nothing is reported. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/** Reads the body of an error response: PocketBase's format, or else "status: text", as the specification asks. */
export function readApiError(status: number, statusText: string, text: string, retryAfter: string | null): ApiError {
  const seconds = Number(retryAfter) || undefined
  const body = parse(text)
  if (typeof body?.message !== 'string' || body.message === '')
    return new ApiError(status, `${status}: ${text || statusText}`, {}, seconds)
  return new ApiError(status, body.message, fieldMessages(body.data), seconds)
}

/** Reports whether the server stored the action as a request, which a second admin must confirm. */
export const isWaitingForAdmin = (error: unknown) => error instanceof ApiError && error.status === 202

/** The title of the message about an action that a second admin must confirm. */
export const waitingTitle = 'Waiting for a second administrator'

/** Reports whether the same call may succeed later, because the network or the server failed. */
export function isTemporary(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}

/** The message to show for a thrown value, or the fallback if it has none. */
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

// A session can end at any call, for example after a sign-out elsewhere or when an account is deactivated.
const refusals = new EventTarget()

/** Notifies listeners that the server refused a call because the session or the rights are missing. */
export function notifyRefused(error: ApiError): void {
  if (error.status === 401 || error.status === 403) refusals.dispatchEvent(new Event('refused'))
}

/** Calls onRefused when the server has refused a call because the session or the rights are missing. */
export function useRefused(onRefused: () => void): void {
  useEffect(() => {
    refusals.addEventListener('refused', onRefused)
    return () => refusals.removeEventListener('refused', onRefused)
  }, [onRefused])
}

/** Reports whether a call needs re-authentication. Only the server knows which changes do. */
export const wantsReauthentication = (error: unknown) => error instanceof ApiError && 'password' in error.fields
