// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changedByOthers } from './changed-by-others'

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const load = vi.fn<() => Promise<number>>()

beforeEach(() => {
  vi.useFakeTimers()
  load.mockReset()
  client.clear()
})
afterEach(() => vi.useRealTimers())

function watch(): () => void {
  return new QueryObserver(client, { queryKey: ['messages'], queryFn: load, ...changedByOthers }).subscribe(() => {})
}

describe('data that other people change', () => {
  it('is loaded every 20 seconds while its page is open', async () => {
    load.mockResolvedValue(1)
    const leave = watch()
    await vi.advanceTimersByTimeAsync(45_000)
    expect(load).toHaveBeenCalledTimes(3)
    leave()
    await vi.advanceTimersByTimeAsync(45_000)
    expect(load).toHaveBeenCalledTimes(3)
  })

  it('is not loaded again after the server has refused it', async () => {
    load.mockResolvedValueOnce(1).mockRejectedValue(new Error('Your membership has ended.'))
    const leave = watch()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(load).toHaveBeenCalledTimes(2)
    leave()
  })
})
