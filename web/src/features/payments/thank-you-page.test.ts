import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { linkReturnQuery } from './api'
import { readLinkReturn } from './thank-you-page'

const asked = vi.hoisted(() => vi.fn())
vi.mock('@/lib/api', async (original) => ({ ...(await original<object>()), call: asked }))

const values = readLinkReturn(
  new URLSearchParams({
    razorpay_payment_id: 'pay_1',
    razorpay_payment_link_id: 'plink_1',
    razorpay_payment_link_reference_id: 't1',
    razorpay_payment_link_status: 'paid',
    razorpay_signature: 'signed',
  }),
)

describe('what is said of a payment to buyers who come back from its page', () => {
  it.each([
    ['completed', 'paid'],
    ['refunded', 'returned'],
  ])('%s is %s', async (status, standing) => {
    asked.mockResolvedValue({ status })
    expect(await new QueryClient().fetchQuery(linkReturnQuery(values))).toBe(standing)
  })

  it('is asked for again until the payment is settled', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    asked.mockResolvedValueOnce({ status: 'pending' }).mockRejectedValueOnce(new Error('offline'))
    asked.mockResolvedValue({ status: 'completed' })
    const answer = new QueryClient().fetchQuery(linkReturnQuery(values))
    await vi.advanceTimersByTimeAsync(5000)
    expect(await answer).toBe('paid')
  })

  it('is nothing without all that the provider adds to the address', () =>
    expect(readLinkReturn(new URLSearchParams({ razorpay_payment_id: 'pay_1' }))).toBeUndefined())
})
