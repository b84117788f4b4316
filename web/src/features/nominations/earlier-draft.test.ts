// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from '@/lib/api'
import { ApiError } from '@/lib/api-error'
import { readEarlierDraft } from './use-draft'

vi.mock('@/lib/api', async (original) => ({ ...(await original<typeof import('@/lib/api')>()), call: vi.fn() }))

const server = vi.mocked(call as (route: string) => Promise<unknown>)
const answer = vi.fn()
const draft = { email: null, formData: { name: 'Asha' }, lastSaved: '2026-11-21T08:32:00Z' }
let stop: AbortController

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

beforeEach(() => {
  vi.useFakeTimers()
  stop = new AbortController()
  answer.mockReset()
  server.mockReset().mockRejectedValue(new ApiError(0, 'The server could not be reached.'))
})
afterEach(() => {
  stop.abort()
  vi.useRealTimers()
})

it('retries after growing delays until the server answers', async () => {
  readEarlierDraft(stop.signal, answer)
  await seconds(2)
  expect(server).toHaveBeenCalledTimes(2)
  await seconds(3)
  expect(server).toHaveBeenCalledTimes(2)
  server.mockResolvedValue(draft)
  await seconds(1)
  expect(answer.mock.calls).toEqual([[draft]])
  await seconds(300)
  expect(server).toHaveBeenCalledTimes(3)
})

it('accepts the answer that there is no draft', async () => {
  server.mockRejectedValue(new ApiError(404, 'No draft was found.'))
  readEarlierDraft(stop.signal, answer)
  await seconds(0)
  expect(answer.mock.calls).toEqual([[]])
})

it('sends and reports nothing after it was stopped', async () => {
  readEarlierDraft(stop.signal, answer)
  await seconds(1)
  stop.abort()
  server.mockResolvedValue(draft)
  await seconds(300)
  expect(server).toHaveBeenCalledOnce()
  expect(answer).not.toHaveBeenCalled()
})
