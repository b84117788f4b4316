import { describe, expect, it, vi } from 'vitest'
import { askUntilPaid, readLinkReturn } from './thank-you-page'

const asked = vi.hoisted(() => vi.fn())
vi.mock('./api', () => ({ verifyLink: asked }))

const values = readLinkReturn(
  new URLSearchParams({
    razorpay_payment_id: 'pay_1',
    razorpay_payment_link_id: 'plink_1',
    razorpay_payment_link_reference_id: 't1',
    razorpay_payment_link_status: 'paid',
    razorpay_signature: 'signed',
  }),
)

describe('what is said of a payment to whoever comes back from its page', () => {
  it.each([
    ['completed', 'paid'],
    ['refunded', 'returned'],
  ])('%s is %s', async (status, standing) => {
    asked.mockResolvedValue({ status })
    expect(values && (await askUntilPaid(values, new AbortController().signal))).toBe(standing)
  })

  it('is nothing without all that the provider adds to the address', () =>
    expect(readLinkReturn(new URLSearchParams({ razorpay_payment_id: 'pay_1' }))).toBeUndefined())
})
