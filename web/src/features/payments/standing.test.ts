import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Mine } from '@/lib/api-types'
import { awaitPayment, patience, standingOf } from './use-checkout'

const asked = vi.hoisted(() => vi.fn())
vi.mock('./api', () => ({ fetchMine: asked }))

function mine(status: string): Mine {
  const payment = { id: 't1', status } as Mine['transactions'][number]
  return { membership: null, transactions: [payment] } as unknown as Mine
}

describe('where a payment stands', () => {
  it.each([
    ['completed', 'paid'],
    ['refunded', 'paid'],
    ['authorized', 'under-way'],
    ['pending', 'open'],
    ['failed', 'open'],
  ])('%s is %s', (status, standing) => expect(standingOf(mine(status), 't1')).toBe(standing))

  it("is open where it is not among the member's own", () => {
    expect(standingOf(mine('completed'), 't2')).toBe('open')
    expect(standingOf(mine('completed'), undefined)).toBe('open')
  })
})

describe('waiting for a payment', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    asked.mockReset()
  })
  afterEach(() => vi.useRealTimers())

  it('ends as soon as it has arrived, over answers that did not come', async () => {
    asked
      .mockRejectedValueOnce(new Error('gone'))
      .mockResolvedValueOnce(mine('pending'))
      .mockResolvedValue(mine('completed'))
    const arrived = awaitPayment('t1', new AbortController().signal)
    await vi.runAllTimersAsync()
    expect(await arrived).toBe(true)
    expect(asked).toHaveBeenCalledTimes(3)
  })

  it('asks a bounded number of times', async () => {
    asked.mockResolvedValue(mine('pending'))
    const arrived = awaitPayment('t1', new AbortController().signal)
    await vi.runAllTimersAsync()
    expect(await arrived).toBe(false)
    expect(asked).toHaveBeenCalledTimes(patience.times)
  })

  it('ends when the page is left', async () => {
    asked.mockResolvedValue(mine('pending'))
    const leaving = new AbortController()
    const arrived = awaitPayment('t1', leaving.signal)
    leaving.abort()
    expect(await arrived).toBe(false)
    await vi.runAllTimersAsync()
    expect(asked).not.toHaveBeenCalled()
  })
})
