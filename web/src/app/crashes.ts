import type { ErrorInfo } from 'react'
import { address, type Body } from '@/lib/api'
import { ApiError } from '@/lib/api-error'
import { isLostScript } from './lost-script'

// Reports errors of the web app to the server, which logs and counts them. A report has no personal data: not the
// address of the page, only its pattern; no places in other people's scripts, such as browser extensions; and no text
// that could come from a person or an answer of the server.

export type CrashReport = Body<'POST /api/crashes'>

const longestMessage = 300
const longestStack = 2000
/** The most reports that one page load sends. */
const mostReports = 5

/** Returns the report of an error, or undefined if the error is not one of our own scripts. */
export function crashReport(error: unknown, route: string, script: string): CrashReport | undefined {
  // An aborted call is not an error.
  if (!(error instanceof Error) || error.name === 'AbortError') return undefined
  const { origin } = new URL(script)
  const stack = ownPlaces(error.stack ?? '', origin)
  if (!stack && !isLostScript(error)) return undefined
  return { message: publicMessage(error, origin), stack, route, release: fileName(script) }
}

/** Returns the places of a stack that are in our own scripts, one on each line. */
function ownPlaces(stack: string, origin: string): string {
  const places = [...stack.matchAll(/https?:\/\/[^\s()]+:\d+:\d+/g)]
    .map(([place]) => ownPath(place, origin))
    .filter((place) => place !== undefined)
  const lines = [...new Set(places)].join('\n').slice(0, longestStack + 1)
  return lines.length <= longestStack ? lines : lines.slice(0, lines.lastIndexOf('\n'))
}

/** The path of one of our scripts without its query; undefined for other addresses. */
function ownPath(address: string, origin: string): string | undefined {
  const path = address.replace(/\?[^:]*/, '')
  return path.startsWith(`${origin}/assets/`) || path.startsWith(`${origin}/src/`)
    ? path.slice(origin.length + 1)
    : undefined
}

function publicMessage(error: Error, origin: string): string {
  // The server's sentence may name a person, and a parser quotes the text that it could not parse.
  if (error instanceof ApiError) return `${error.name}: status ${error.status}`
  if (error instanceof SyntaxError) return error.name
  const text = error.message
    .replace(/https?:\/\/[^\s"'()]+/g, (address) => ownPath(address, origin) ?? '[address]')
    .replace(/\S+@\S+/g, '[email]')
    .replace(/\+?\d[\d ]{3,}/g, '[number]')
    .replace(/\s+/g, ' ')
  return `${error.name}: ${text}`.slice(0, longestMessage)
}

function fileName(address: string): string {
  return new URL(address).pathname.split('/').at(-1) ?? ''
}

/**
 * Watches for errors. Errors that React or the router has caught are passed to caught; all others reach the window,
 * those of React too. The hash in the name of this script identifies the release. currentRoute returns the pattern of
 * the page's address.
 */
export function watchForCrashes(currentRoute: () => string) {
  const seen = new WeakSet<Error>()
  let count = 0

  function report(error: unknown): void {
    const body = crashReport(error, currentRoute(), import.meta.url)
    // React and the router report the same error.
    if (!body || seen.has(error as Error) || count >= mostReports) return
    seen.add(error as Error)
    count++
    fetch(address('POST /api/crashes'), {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => {}) // The network may be the reason for the error.
  }

  window.addEventListener('error', ({ error }) => report(error))
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason))

  return {
    report,
    /** For React's option onCaughtError, which replaces the message in the browser's console. */
    onCaughtError(error: unknown, { componentStack }: ErrorInfo): void {
      // biome-ignore lint/suspicious/noConsole: developers and the browser tests read it there
      console.error(error, componentStack)
      report(error)
    },
  }
}
