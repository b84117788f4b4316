import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { linkReturnQuery } from './api'
import { readLinkReturn } from './thank-you-page'

const callApi = vi.hoisted(() => vi.fn())
vi.mock('@/lib/api', async (original) => ({ ...(await original<object>()), call: callApi }))

const values = readLinkReturn(
  new URLSearchParams({
    razorpay_payment_id: 'pay_1',
    razorpay_payment_link_id: 'plink_1',
    razorpay_payment_link_reference_id: 't1',
    razorpay_payment_link_status: 'paid',
    razorpay_signature: 'signed',
  }),
)

describe('the result for buyers who return from a payment page', () => {
  it.each([
    ['completed', 'paid'],
    ['refunded', 'returned'],
  ])('%s is %s', async (status, standing) => {
    callApi.mockResolvedValue({ status })
    expect(await new QueryClient().fetchQuery(linkReturnQuery(values))).toBe(standing)
  })

  it('is requested again until the payment is settled', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    callApi.mockResolvedValueOnce({ status: 'pending' }).mockRejectedValueOnce(new Error('offline'))
    callApi.mockResolvedValue({ status: 'completed' })
    const answer = new QueryClient().fetchQuery(linkReturnQuery(values))
    await vi.advanceTimersByTimeAsync(5000)
    expect(await answer).toBe('paid')
  })

  it('is undefined if the address lacks a parameter of the provider', () =>
    expect(readLinkReturn(new URLSearchParams({ razorpay_payment_id: 'pay_1' }))).toBeUndefined())
})
