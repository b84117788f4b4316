import { queryOptions } from '@tanstack/react-query'
import type { FormValues } from '@/lib/form-schema'
import type { Checkout, Mine, orderForm } from '@/lib/generated'
import { send } from '@/lib/server'
import type { CheckoutReceipt } from './razorpay'

/** Makes an order for a tier, or finds the one that was made for it a moment ago. */
export function createOrder(body: FormValues<typeof orderForm>): Promise<Checkout> {
  return send('/api/payments/create-order', { method: 'POST', body })
}

/** Tells the server what the checkout handed over. "processing" means that the money has left but not arrived. */
export function verifyPayment(body: CheckoutReceipt): Promise<{ status: string }> {
  return send('/api/payments/verify', { method: 'POST', body })
}

/** The member's own membership and payments. */
export const mineQuery = queryOptions({
  queryKey: ['memberships', 'mine'],
  queryFn: ({ signal }) => fetchMine(signal),
})

export function fetchMine(signal?: AbortSignal): Promise<Mine> {
  return send<Mine>('/api/memberships/mine', { signal })
}

/** Where the receipt or tax invoice of a transaction is. */
export function invoicePath(transactionId: string): string {
  return `/api/transactions/${encodeURIComponent(transactionId)}/invoice`
}
