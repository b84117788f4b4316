// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/lib/api-error'
import { crashReport, watchForCrashes } from './crashes'

const site = 'https://boardcircle.example'
const script = `${site}/assets/site-DxK3.js`

function errorWithStack(error: Error, ...stack: string[]): Error {
  error.stack = [`${error.name}: ${error.message}`, ...stack].join('\n')
  return error
}

const chrome = [
  `    at Panel (${site}/assets/people-a1B2.js:1:2345)`,
  `    at ${site}/assets/site-DxK3.js:8:17`,
  `    at ${site}/assets/site-DxK3.js:8:17`,
  '    at chrome-extension://abcdef/assets/content.js:1:1',
  '    at https://checkout.razorpay.com/assets/checkout.js:1:1',
]
const firefox = [`Panel@${site}/assets/people-a1B2.js:1:2345`, `@${site}/assets/site-DxK3.js?v=2:8:17`]

describe('a crash report', () => {
  it.each([chrome, firefox])('keeps only the stack frames of our own scripts', (...stack) => {
    expect(crashReport(errorWithStack(new TypeError('e is undefined'), ...stack), '/admin/people/:id', script)).toEqual(
      {
        message: 'TypeError: e is undefined',
        stack: 'assets/people-a1B2.js:1:2345\nassets/site-DxK3.js:8:17',
        route: '/admin/people/:id',
        release: 'site-DxK3.js',
      },
    )
  })

  it.each([
    [new ApiError(409, 'asha@example.com has an account'), 'ApiError: status 409'],
    [new SyntaxError('Unexpected token A, "Asha" is not valid JSON'), 'SyntaxError'],
    [
      new Error(`asha@example.com, +91 98765 43210, ${site}/nomination?token=abc failed`),
      'Error: [email] [number], [address] failed',
    ],
    [new RangeError('x'.repeat(400)), `RangeError: ${'x'.repeat(288)}`],
  ])('removes personal data: %s', (error, message) => {
    expect(crashReport(errorWithStack(error, ...chrome), '/', script)?.message).toBe(message)
  })

  it('is created for a script that could not be loaded, although its error has no stack', () => {
    const loadError = errorWithStack(
      new TypeError(`Failed to fetch dynamically imported module: ${site}/assets/card-x9.js`),
    )
    expect(crashReport(loadError, '', script)).toMatchObject({
      message: 'TypeError: Failed to fetch dynamically imported module: assets/card-x9.js',
      stack: '',
    })
  })

  it('is not created for errors in other scripts or for aborted requests', () => {
    expect(
      crashReport(errorWithStack(new Error('no'), '    at chrome-extension://abc/x.js:1:1'), '/', script),
    ).toBeUndefined()
    expect(crashReport('no', '/', script)).toBeUndefined()
    const aborted = errorWithStack(new Error('aborted'), ...chrome)
    aborted.name = 'AbortError'
    expect(crashReport(aborted, '/', script)).toBeUndefined()
  })

  it('is cut at a whole line to fit into the request', () => {
    const deep = Array.from({ length: 200 }, (_, line) => `at ${site}/assets/site-DxK3.js:${line + 1}:17`)
    const stack = crashReport(errorWithStack(new Error('deep'), ...deep), '/', script)?.stack ?? ''
    expect(stack.length).toBeLessThanOrEqual(2000)
    expect(stack.length).toBeGreaterThan(1900)
    expect(stack.split('\n').every((line) => /^assets\/site-DxK3\.js:\d+:17$/.test(line))).toBe(true)
  })
})

describe('watchForCrashes', () => {
  const sent = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }))
  let consoleError: ReturnType<typeof vi.spyOn>
  const loadError = () => new TypeError('Importing a module script failed.')

  beforeEach(() => {
    sent.mockClear()
    vi.stubGlobal('fetch', sent)
    consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('reports an error once when React and the router both report it', () => {
    const { report, onCaughtError } = watchForCrashes(() => '/account')
    const error = loadError()
    onCaughtError(error, {})
    report(error)
    expect(sent).toHaveBeenCalledOnce()
    expect(sent.mock.lastCall?.[0]).toBe('/api/crashes')
    expect(JSON.parse(String(sent.mock.lastCall?.[1]?.body))).toMatchObject({ route: '/account' })
    expect(consoleError).toHaveBeenCalledOnce()
  })

  it('stops after five reports', () => {
    const { report } = watchForCrashes(() => '/')
    for (let count = 0; count < 9; count++) report(loadError())
    expect(sent).toHaveBeenCalledTimes(5)
  })

  it('reports uncaught errors and unhandled rejections', () => {
    watchForCrashes(() => '/renew') // the listeners of the other tests are still active
    window.dispatchEvent(new ErrorEvent('error', { error: loadError() }))
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: loadError() }))
    const routes = sent.mock.calls.map(([, request]) => JSON.parse(String(request?.body)).route)
    expect(routes.filter((route) => route === '/renew')).toHaveLength(2)
  })
})
