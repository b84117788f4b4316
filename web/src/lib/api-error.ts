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
    /** Whether the answer had no message, so that ours is its status. */
    readonly hasOnlyStatus = false,
  ) {
    super(message)
  }
}

let wordOf = (name: 'unreachable' | 'unanswered' | 'noAnswer' | 'again'): string => englishWords[name]

/** Sets the words about calls without an answer, in the language of the page. */
export function setConnectionWords(words: typeof wordOf): void {
  wordOf = words
}

/** Returns the error of a call that did not reach the server. */
export const unreachable = () => new ApiError(0, wordOf('unreachable'))

/** Returns the error of a change that was sent, but not answered. */
export const unanswered = () => new ApiError(0, wordOf('unanswered'))

/** Returns the title above a message. A title such as “Not refunded” may be wrong if the answer was lost. */
export const titleAbove = <Title>(message: unknown, title: Title) =>
  message === wordOf('unanswered') ? wordOf('noAnswer') : title

/** Thrown when the user closes the dialog that an action needs. Nothing has changed, so nothing is reported. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/** Reads the body of an error response: PocketBase's format, or else "status: text", as the specification asks. */
export function readApiError(status: number, statusText: string, text: string, retryAfter: string | null): ApiError {
  const seconds = Number(retryAfter) || undefined
  const body = parse(text)
  if (typeof body?.message !== 'string' || body.message === '')
    return new ApiError(status, `${status}: ${text || statusText}`, {}, seconds, true)
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

/**
 * The message to show for a thrown value, or the call's own sentence if it has none. A sentence that only asks to try
 * again says less than the status.
 */
export function messageOf(error: unknown, sentence: string): string {
  if (!(error instanceof ApiError) || !error.message) return sentence
  return error.hasOnlyStatus && sentence && sentence !== wordOf('again') ? sentence : error.message
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
