// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/lib/api-error'
import type { Config, Mine, Tier } from '@/lib/api-types'
import { ConfigContext } from '@/lib/config'
import { builtInTexts, WithTexts } from '@/lib/texts-fixture'
import { Toasts } from '@/ui/toasts'
import { type CardChange, type Checkout, settlementChecks } from './api'
import type { Sale } from './checkout'
import type { CheckoutFailure, CheckoutOptions } from './razorpay'
import { useCheckout } from './use-checkout'

const calls = vi.hoisted(() => ({ verifyPayment: vi.fn(), fetchMine: vi.fn() }))
vi.mock('./api', async (original) => ({
  ...(await original<object>()),
  fetchMine: calls.fetchMine,
  useVerifyPayment: () => ({ mutateAsync: calls.verifyPayment }),
}))

const tier = { id: 'tier1', name: 'Lifetime Membership' } as Tier
const order = {
  orderId: 'order_1',
  keyId: 'rzp_test_1',
  amount: 2950000,
  currency: 'INR',
  customer: { name: 'Asha Rao', email: 'asha@example.com', contact: '+919876543210' },
  notes: { transactionId: 't1' },
  breakdown: {
    baseAmount: '25000',
    discountAmount: '0',
    taxableAmount: '25000',
    gstRate: 18,
    gstAmount: '4500',
    totalAmount: '29500',
  },
} as Checkout
const receipt = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'x' }

let options: CheckoutOptions
let fail: (failure: CheckoutFailure) => void
let openThrows: boolean
let run: ReturnType<typeof useCheckout>

class FakeRazorpay {
  constructor(given: CheckoutOptions) {
    options = given
  }
  on(_: string, listener: typeof fail) {
    fail = listener
  }
  open() {
    if (openThrows) throw new Error('no')
  }
}

const onClosed = vi.fn()

function Buyer() {
  run = useCheckout({ onOpen: () => {}, onClosed })
  return <p>phase {run.state.phase}</p>
}

async function openCheckout(sale: Sale = { kind: 'purchase', tier, order }) {
  const config = { siteName: 'Boardcircle', checkoutScript: '/checkout.js' } as Config
  render(
    <Provider>
      <WithTexts pages={[builtInTexts('site'), builtInTexts('checkout')]}>
        <ConfigContext value={config}>
          <MemoryRouter>
            <Buyer />
            <Toasts />
          </MemoryRouter>
        </ConfigContext>
      </WithTexts>
    </Provider>,
  )
  await act(() => run.open(sale, new AbortController().signal))
}

// The provider calls the handler without awaiting it.
const pay = () =>
  act(async () => {
    options.handler(receipt)
  })
const dismiss = () =>
  act(async () => {
    options.modal.ondismiss()
  })

const mine = (status: string) => ({ membership: null, transactions: [{ id: 't1', status }] }) as unknown as Mine

describe('the checkout', () => {
  beforeEach(() => {
    openThrows = false
    window.Razorpay = FakeRazorpay as unknown as typeof window.Razorpay
    calls.verifyPayment.mockReset()
    calls.fetchMine.mockReset()
    onClosed.mockReset()
  })
  afterEach(() => {
    cleanup()
    window.Razorpay = undefined
  })

  it('opens with the order that the server created', async () => {
    await openCheckout()
    expect(options).toMatchObject({ key: 'rzp_test_1', amount: 2950000, order_id: 'order_1', prefill: order.customer })
    expect(options.subscription_id).toBeUndefined()
    expect(screen.getByText('phase paying')).toBeTruthy()
  })

  it('shows a success message with the amount including GST', async () => {
    calls.verifyPayment.mockResolvedValue({ status: 'completed' })
    await openCheckout()
    await pay()
    expect(screen.getByText('Payment Successful!')).toBeTruthy()
    expect(screen.getByText(/membership is activated.*₹29,500 including GST/)).toBeTruthy()
  })

  it('does not say "activated" about a term that starts later', async () => {
    calls.verifyPayment.mockResolvedValue({ status: 'completed' })
    calls.fetchMine.mockResolvedValue({
      transactions: [{ id: 't1', status: 'completed', termStartsAt: '2999-08-03T06:30:00Z' }],
    })
    await openCheckout()
    await pay()
    expect(screen.getByText(/new term starts on 3 Aug\w* 2999.*₹29,500 including GST/)).toBeTruthy()
    expect(screen.queryByText(/activated/)).toBeNull()
  })

  it('says that the payment was cancelled if the window is closed without a payment', async () => {
    calls.fetchMine.mockResolvedValue(mine('pending'))
    await openCheckout()
    await dismiss()
    expect(screen.getByText('Payment Cancelled')).toBeTruthy()
    expect(screen.getByText('Your payment was cancelled. You can try again anytime.')).toBeTruthy()
    expect(onClosed).toHaveBeenCalledWith(tier, undefined)
  })

  it('returns to the form with the reason of the bank if the window is closed after a decline', async () => {
    calls.fetchMine.mockResolvedValue(mine('failed'))
    await openCheckout()
    await act(async () => fail({ error: { description: 'Declined by the bank' } }))
    await dismiss()
    expect(onClosed).toHaveBeenCalledWith(tier, 'Declined by the bank')
  })

  it('reports success if the window is closed after the payment', async () => {
    calls.fetchMine.mockResolvedValue(mine('completed'))
    await openCheckout()
    await dismiss()
    expect(screen.getByText('Payment Successful!')).toBeTruthy()
    expect(onClosed).not.toHaveBeenCalled()
  })

  it.each([
    [{ error: { description: 'Declined by the bank', reason: 'payment_failed' } }, 'Declined by the bank'],
    [{ error: { reason: 'payment_failed' } }, 'payment_failed'],
    [{}, 'Unknown error'],
  ])('shows why a payment failed: %j', async (failure, words) => {
    await openCheckout()
    act(() => fail(failure))
    expect(screen.getByText('Payment Failed')).toBeTruthy()
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.getByText('phase paying')).toBeTruthy()
  })

  it.each([
    ['the server says that it is processing', () => calls.verifyPayment.mockResolvedValue({ status: 'processing' })],
    ['the server cannot be reached', () => calls.verifyPayment.mockRejectedValue(new ApiError(0, 'unreachable'))],
    ['the server fails', () => calls.verifyPayment.mockRejectedValue(new ApiError(502, 'gone'))],
  ])('waits when %s', async (_, arrange) => {
    arrange()
    await openCheckout()
    await pay()
    expect(screen.getByText('phase waiting')).toBeTruthy()
    act(() => run.leave())
    expect(screen.getByText('phase idle')).toBeTruthy()
  })

  it('shows the error if a payment could not be verified', async () => {
    calls.verifyPayment.mockRejectedValue(new ApiError(400, 'The payment could not be verified.'))
    await openCheckout()
    await pay()
    expect(screen.getByText('Payment Failed')).toBeTruthy()
    expect(screen.getByText('The payment could not be verified.')).toBeTruthy()
  })

  it('shows an error if the gateway does not open', async () => {
    openThrows = true
    await openCheckout()
    expect(screen.getByText('Payment Gateway Error')).toBeTruthy()
    expect(
      screen.getByText('Could not open payment gateway. Please check your internet connection and try again.'),
    ).toBeTruthy()
  })

  it('shows an error if the gateway cannot be created', async () => {
    window.Razorpay = class {
      constructor() {
        throw new Error('no')
      }
    } as unknown as typeof window.Razorpay
    await openCheckout()
    expect(screen.getByText('Payment Error')).toBeTruthy()
    expect(screen.getByText('Failed to open payment gateway. Please try again.')).toBeTruthy()
  })

  describe('while the payment is not confirmed', () => {
    beforeEach(() => {
      vi.useFakeTimers()
      calls.verifyPayment.mockResolvedValue({ status: 'processing' })
    })
    afterEach(() => vi.useRealTimers())

    const polls = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * settlementChecks.milliseconds))

    it('polls until the payment has arrived, even after failed requests', async () => {
      calls.fetchMine
        .mockRejectedValueOnce(new Error('gone'))
        .mockResolvedValueOnce(mine('pending'))
        .mockResolvedValue(mine('completed'))
      await openCheckout()
      await pay()
      await polls(3)
      expect(screen.getByText('Payment Successful!')).toBeTruthy()
      expect(calls.fetchMine).toHaveBeenCalledTimes(4) // the last call reads what was bought
    })

    it('polls a bounded number of times', async () => {
      calls.fetchMine.mockResolvedValue(mine('pending'))
      await openCheckout()
      await pay()
      await polls(settlementChecks.times + 5)
      expect(screen.getByText('phase late')).toBeTruthy()
      expect(calls.fetchMine).toHaveBeenCalledTimes(settlementChecks.times)
    })

    it('stops polling when the page is left', async () => {
      calls.fetchMine.mockResolvedValue(mine('pending'))
      await openCheckout()
      await pay()
      cleanup()
      await vi.runAllTimersAsync()
      expect(calls.fetchMine).not.toHaveBeenCalled()
    })
  })

  describe('for a card update', () => {
    const change = { keyId: 'rzp_test_1', subscriptionId: 'sub_1', amount: 50000, currency: 'INR' } as CardChange
    const card: Sale = { kind: 'card', tierName: 'Monthly Membership', change, charge: 'next' }
    const poll = () => act(() => vi.advanceTimersByTimeAsync(settlementChecks.milliseconds))

    beforeEach(() => vi.useFakeTimers())
    afterEach(() => vi.useRealTimers())

    it('opens the checkout for the card of the mandate', async () => {
      await openCheckout(card)
      expect(options).toMatchObject({ subscription_id: 'sub_1', subscription_card_change: true, notes: {} })
      expect(options.order_id).toBeUndefined()
    })

    it.each([
      ['a lost answer', () => calls.verifyPayment.mockRejectedValueOnce(new ApiError(0, 'unreachable'))],
      ['a failure of the server', () => calls.verifyPayment.mockRejectedValueOnce(new ApiError(502, 'gone'))],
      [
        'an answer that the payment is processing',
        () => calls.verifyPayment.mockResolvedValueOnce({ status: 'processing' }),
      ],
    ])('waits after %s, and sends the receipt again', async (_, arrange) => {
      arrange()
      calls.verifyPayment.mockResolvedValue({ status: 'completed' })
      await openCheckout(card)
      await pay()
      expect(screen.getByText('phase waiting')).toBeTruthy()
      expect(screen.queryByText('Your card was updated')).toBeNull()
      await poll()
      expect(calls.verifyPayment.mock.calls).toEqual([[receipt], [receipt]])
      expect(screen.getByText('Your card was updated')).toBeTruthy()
    })

    it('shows an error if the receipt is refused when it is sent again', async () => {
      calls.verifyPayment.mockRejectedValueOnce(new ApiError(0, 'unreachable'))
      calls.verifyPayment.mockRejectedValueOnce(new ApiError(400, 'The payment could not be verified.'))
      await openCheckout(card)
      await pay()
      await poll()
      expect(screen.getByText('The card was not changed')).toBeTruthy()
      expect(screen.getByText('The payment could not be verified.')).toBeTruthy()
    })

    it('changes nothing if the window is closed', async () => {
      await openCheckout(card)
      await dismiss()
      expect(screen.getByText('phase idle')).toBeTruthy()
      expect(calls.fetchMine).not.toHaveBeenCalled()
    })
  })
})
