// @vitest-environment jsdom
import { waitFor } from '@testing-library/dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, callAll } from './api'
import { setConnectionWords } from './api-error'
import { englishWords } from './words'

const server = vi.fn<typeof fetch>()

beforeEach(() => {
  server.mockReset()
  vi.stubGlobal('fetch', server)
})

afterEach(() => {
  vi.unstubAllGlobals()
  setConnectionWords((name) => englishWords[name])
})

const lost = () => Promise.reject(new TypeError('Failed to fetch'))

const answer = (status: number, body: object = {}, headers: Record<string, string> = {}) =>
  Promise.resolve(
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } }),
  )

const refusal = (status: number, field: string, headers?: Record<string, string>) =>
  answer(status, { status, message: 'No.', data: { [field]: { code: 'x', message: 'No.' } } }, headers)

describe('a call without an answer', () => {
  it('does not say that a change has failed', async () => {
    server.mockImplementation(lost)
    await expect(call('POST /api/logout')).rejects.toMatchObject({
      status: 0,
      message: 'We do not know whether this arrived. Check the page, then try again.',
    })
  })

  it('says so in the language of the page', async () => {
    server.mockImplementation(lost)
    setConnectionWords((name) => `${name} auf Deutsch`)
    await expect(call('POST /api/logout')).rejects.toMatchObject({ message: 'unanswered auf Deutsch' })
  })

  it('says that the server could not be reached if it only reads', async () => {
    server.mockImplementation(lost)
    await expect(call('GET /api/user')).rejects.toMatchObject({ status: 0, message: englishWords.unreachable })
  })
})

/** Posts a form and returns the key that was sent. */
async function post(result: () => Promise<Response>, body: object = { code: 'FRIENDS' }, by = call) {
  server.mockImplementationOnce(result)
  await by('POST /api/coupons', { body: body as never }).catch(() => {})
  return new Headers(server.mock.lastCall?.[1]?.headers).get('Idempotency-Key')
}

/** Posts as the form with a name. The module is that of the tab that was opened last. */
async function sendAs<Result>(form: string, send: () => Promise<Result>): Promise<Result> {
  return (await import('./sending')).sendAs(form, send)
}

/** Returns the function of another tab, or of this one after a reload. */
async function openTab(): Promise<typeof call> {
  vi.resetModules()
  return (await import('./api')).call
}

describe('the key of a POST', () => {
  beforeEach(() => localStorage.clear())

  it('is a random text', async () => {
    const key = await post(() => answer(200))
    expect(key).toMatch(/^\d{10,20}-\d{10,20}$/)
    expect(await post(() => answer(200))).not.toBe(key)
  })

  it.each([
    ['the answer is lost', lost],
    ['the server has failed', () => answer(500)],
    ['the form is refused', () => refusal(400, 'code')],
    ['the server asks for the password', () => refusal(403, 'password')],
  ])('stays the same if %s', async (_, result) => {
    const key = await post(result)
    expect(await post(result)).toBe(key)
    expect(await post(() => answer(202))).toBe(key)
    expect(await post(() => answer(200))).not.toBe(key)
  })

  it('is another one after the server has said that the key was used', async () => {
    const key = await post(lost)
    expect(await post(() => refusal(409, 'idempotencyKey'))).toBe(key)
    expect(await post(() => answer(200))).not.toBe(key)
  })

  it('stays the same while the first call is still in progress, also after a reload', async () => {
    const key = await post(lost)
    const running = () => refusal(409, 'idempotencyKey', { 'Retry-After': '1' })
    expect(await post(running, undefined, await openTab())).toBe(key)
    expect(await post(running, undefined, await openTab())).toBe(key)
    expect(await post(() => answer(200), undefined, await openTab())).toBe(key)
  })

  it('is another one for a call at the same time, and for another address', async () => {
    const key = await post(lost)
    server.mockClear()
    await Promise.all([post(() => answer(200)), post(() => answer(200)), post(lost)])
    server.mockImplementationOnce(() => answer(200))
    await call('POST /api/logout')
    const keys = server.mock.calls.map(([, options]) => new Headers(options?.headers).get('Idempotency-Key'))
    expect(keys[0]).toBe(key)
    expect(new Set(keys).size).toBe(4)
  })

  it('is another one for each of two equal actions that are answered', async () => {
    expect(await post(() => answer(201))).not.toBe(await post(() => answer(201)))
  })

  it('is the same for what was sent without an answer, after a reload and in another tab', async () => {
    const key = await post(lost)
    const other = await openTab()
    expect(await post(lost, undefined, other)).toBe(key)
    const third = await openTab()
    expect(await post(() => answer(200), undefined, third)).toBe(key)
    expect(await post(() => answer(200), undefined, await openTab())).not.toBe(key)
  })

  it('is the same if the page was closed before the answer came', async () => {
    const key = post(() => new Promise(() => {}))
    await waitFor(() => expect(server).toHaveBeenCalled())
    const sent = new Headers(server.mock.lastCall?.[1]?.headers).get('Idempotency-Key')
    expect(await post(() => answer(200), undefined, await openTab())).toBe(sent)
    expect(key).toBeInstanceOf(Promise)
  })

  it('is the same for a form that was changed after a lost answer, so that the server can say that it arrived', async () => {
    const key = await sendAs('coupon', () => post(lost, { code: 'FRIENDS' }))
    expect(await sendAs('coupon', () => post(() => answer(200), { code: 'FAMILY' }))).toBe(key)
  })

  it('is another one for another form on the same page with the same address', async () => {
    const key = await sendAs('report-one', () => post(lost, { code: 'FRIENDS' }))
    expect(await sendAs('report-two', () => post(() => answer(200), { code: 'FAMILY' }))).not.toBe(key)
    expect(await sendAs('report-one', () => post(() => answer(200), { code: 'FAMILY' }))).toBe(key)
  })

  it('is another one for another button with the same address', async () => {
    const key = await post(lost, { answer: 'going' })
    expect(await post(() => answer(200), { answer: 'declined' })).not.toBe(key)
    expect(await post(() => answer(200), { answer: 'going' })).toBe(key)
  })

  it('is another one for another form on another page or in another tab', async () => {
    const key = await post(lost, { code: 'FRIENDS' })
    history.pushState(null, '', '/admin/other')
    expect(await post(() => answer(200), { code: 'FAMILY' })).not.toBe(key)
    history.pushState(null, '', '/')
    expect(await post(() => answer(200), { code: 'ELDERS' }, await openTab())).not.toBe(key)
    expect(await post(() => answer(200), { code: 'FRIENDS' })).toBe(key)
  })

  it('is another one a day later, when the server has forgotten it', async () => {
    const key = await post(lost)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 25 * 3_600_000)
    expect(await post(() => answer(200), undefined, await openTab())).not.toBe(key)
    vi.restoreAllMocks()
  })

  it('does not depend on the password and the code', async () => {
    const key = await post(lost, { code: '123456', password: 'one', amount: 5 })
    const again = { code: '654321', password: 'two', amount: 5 }
    expect(await post(() => answer(200), again, await openTab())).toBe(key)
  })

  it('leaves nothing in the storage that says what was sent', async () => {
    await post(lost, { code: 'FRIENDS' })
    expect(JSON.stringify(localStorage)).not.toContain('FRIENDS')
    expect(JSON.stringify(localStorage)).not.toContain('coupons')
    await post(() => answer(200), { code: 'FRIENDS' })
    expect(localStorage.getItem('sent-forms')).toBe('{}')
  })

  it('is not sent with other calls', async () => {
    server.mockImplementation(() => answer(200))
    await call('GET /api/user')
    expect(new Headers(server.mock.lastCall?.[1]?.headers).has('Idempotency-Key')).toBe(false)
  })
})

it('loads every page of a list whose rows are needed at once', async () => {
  server
    .mockImplementationOnce(() => answer(200, [{ id: 'a' }, { id: 'b' }], { 'X-Total-Count': '3' }))
    .mockImplementationOnce(() => answer(200, [{ id: 'c' }], { 'X-Total-Count': '3' }))
  const rows = await callAll('GET /api/admin/library', { query: { sort: 'title' } })
  expect(rows.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(server.mock.calls.map(([address]) => new URL(String(address), location.href).search)).toEqual([
    '?sort=title&page=1&perPage=500',
    '?sort=title&page=2&perPage=500',
  ])
})
