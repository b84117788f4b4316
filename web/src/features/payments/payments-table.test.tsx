// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Purchase } from './api'
import { PaymentsTable } from './payments-table'

function textOf(changes: Partial<Purchase>): string {
  const payment: Purchase = {
    id: 'one',
    tierName: 'Annual Membership',
    amount: '29500.00',
    refundedAmount: '0.00',
    currency: 'INR',
    status: 'pending',
    kind: 'order',
    seats: 0,
    paymentMethod: '',
    razorpayPaymentId: '',
    hasInvoice: false,
    isUnderReview: false,
    isAfterCancellation: false,
    isSecondPayment: false,
    isBeingRefunded: false,
    termStartsAt: null,
    processedAt: '',
    createdAt: '2026-11-01T06:30:00.000Z',
    documents: [],
    ...changes,
  }
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(<PaymentsTable payments={[payment]} />)
  return page.textContent ?? ''
}

it('says that an abandoned checkout was not charged', () => {
  expect(textOf({ kind: 'order' })).toContain('If you have not paid, you were not charged')
  expect(textOf({ kind: 'link' })).toContain('If you have not paid, you were not charged')
})

it('says when a bank transfer is recorded', () => {
  const text = textOf({ kind: 'offline' })
  expect(text).toContain('when the full amount has reached our account')
  expect(text).not.toContain('nothing was charged')
})

it('asks members not to pay again after a partial payment or a wrong amount', () => {
  expect(textOf({ status: 'authorized' })).toContain('don’t pay again')
  expect(textOf({ isUnderReview: true })).toContain('don’t pay again')
})

it('adds no note to a completed payment', () => {
  expect(textOf({ status: 'completed' })).not.toMatch(/charged|pay again|account/)
})

it('says that a charge after a cancellation is refunded, and does not call it completed', () => {
  const refunding = textOf({ status: 'completed', isAfterCancellation: true, isBeingRefunded: true })
  expect(refunding).toContain('Being refunded')
  expect(refunding).toContain('We are refunding the whole amount')
  expect(refunding).not.toContain('Completed')
  expect(textOf({ status: 'completed', isAfterCancellation: true })).toContain('Being checked')
  expect(textOf({ status: 'refunded', isAfterCancellation: true })).toContain('Refunded')
})

it('says that a second payment of an order is refunded', () => {
  const text = textOf({ status: 'completed', isSecondPayment: true })
  expect(text).toContain('we are refunding this payment in full')
  expect(text).not.toContain('Completed')
  expect(textOf({ status: 'refunded', isSecondPayment: true })).toContain('Refunded')
})

it('offers no download for a free purchase', () =>
  expect(textOf({ status: 'completed', amount: '0', hasInvoice: false })).not.toContain('Download'))
