// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Purchase } from './api'
import { PaymentsTable } from './payments-table'

function drawn(changes: Partial<Purchase>): string {
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

it('says of a checkout that was left that nothing was charged', () => {
  expect(drawn({ kind: 'order' })).toContain('If you have not paid, you were not charged')
  expect(drawn({ kind: 'link' })).toContain('If you have not paid, you were not charged')
})

it('says of a bank transfer when it is booked', () => {
  const text = drawn({ kind: 'offline' })
  expect(text).toContain('when the full amount has reached our account')
  expect(text).not.toContain('nothing was charged')
})

it('tells whoever has paid in part or another amount not to pay again', () => {
  expect(drawn({ status: 'authorized' })).toContain('don’t pay again')
  expect(drawn({ isUnderReview: true })).toContain('don’t pay again')
})

it('says no more of a payment that is done', () => {
  expect(drawn({ status: 'completed' })).not.toMatch(/charged|pay again|account/)
})

it('says of a charge after a cancellation that it goes back, and thanks nobody for it', () => {
  const refunding = drawn({ status: 'completed', isAfterCancellation: true, isBeingRefunded: true })
  expect(refunding).toContain('Being refunded')
  expect(refunding).toContain('We are refunding the whole amount')
  expect(refunding).not.toContain('Completed')
  expect(drawn({ status: 'completed', isAfterCancellation: true })).toContain('Being checked')
  expect(drawn({ status: 'refunded', isAfterCancellation: true })).toContain('Refunded')
})

it('offers no download of a purchase that cost nothing', () =>
  expect(drawn({ status: 'completed', amount: '0', hasInvoice: false })).not.toContain('Download'))
