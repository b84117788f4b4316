import { describe, expect, it } from 'vitest'
import type { TransactionDetail } from './api'
import { timelineOf } from './timeline'

const detail = {
  createdAt: '2026-08-03T06:30:00.000Z',
  customerName: 'Asha Rao',
  events: [
    {
      id: 'e1',
      event: 'payment.captured',
      state: 'done',
      paymentId: '',
      note: '',
      createdAt: '2026-08-03T06:31:00.000Z',
    },
    {
      id: 'e2',
      event: 'refund.unknown',
      state: 'waiting',
      paymentId: '',
      note: '',
      createdAt: '2026-08-05T06:31:00.000Z',
    },
  ],
  history: [
    {
      id: 'h1',
      at: '2026-08-04T06:31:00.000Z',
      actorKind: 'admin',
      actor: 'kavita',
      action: 'transaction.refund-requested',
      details: { reason: 'A courtesy', amount: '₹80', payment: 'pay_1' },
    },
  ],
} as unknown as TransactionDetail

describe('the timeline of a transaction', () => {
  it('lists Razorpay’s events and the office’s actions in order, in plain words', () => {
    expect(timelineOf(detail).map(({ what, by, note }) => [what, by, note])).toEqual([
      ['The order was created', 'Asha Rao', ''],
      ['The payment was captured', 'Razorpay', ''],
      ['Requested a refund', 'kavita', '₹80: A courtesy'],
      ['refund.unknown', 'Razorpay', 'Not processed yet'],
    ])
  })
})
