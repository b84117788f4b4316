import { queryOptions } from '@tanstack/react-query'
import type { FormValues } from '@/lib/form-schema'
import type {
  CardChange,
  Checkout,
  Mine,
  orderForm,
  Renewal,
  RenewalPayment,
  SeatPurchase,
  verifyLinkForm,
} from '@/lib/generated'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'
import type { BillingValues } from './billing'
import type { CheckoutReceipt } from './use-checkout'

type Order = FormValues<typeof orderForm> & { billing: BillingValues }

function createOrder(body: Order): Promise<Checkout> {
  return send('/api/payments/create-order', { method: 'POST', body })
}

/** Creates an order for a tier, or returns the one that was created a moment ago. */
export const useCreateOrder = () => useServerMutation('createOrder', createOrder)

function verifyPayment(body: CheckoutReceipt): Promise<{ status: string }> {
  return send('/api/payments/verify', { method: 'POST', body })
}

/**
 * Sends the checkout's result to the server. "processing" means that the buyer was charged but the payment has not
 * arrived yet.
 */
export const useVerifyPayment = () => useServerMutation('verifyPayment', verifyPayment)

/** Returns the status of the payment after the provider has redirected the buyer back. Works without a session. */
export function verifyLink(body: FormValues<typeof verifyLinkForm>): Promise<{ status: string }> {
  return send('/api/payments/verify-link', { method: 'POST', body })
}

/** The seats that the member has bought. */
export const seatsQuery = queryOptions({
  queryKey: queryKeys.seats,
  queryFn: ({ signal }) => send<SeatPurchase[]>('/api/seats', { signal }),
})

type SeatStep = {
  id: string
  step: 'invite' | 'resend' | 'revoke' | 'reassign'
  body?: Record<string, unknown>
}

/** Invites a person to a seat, repeats or replaces the invitation, or withdraws it. */
export const useChangeSeat = () =>
  useServerMutation('changeSeat', ({ id, step, body }: SeatStep) =>
    send<SeatPurchase>(`/api/seats/${encodeURIComponent(id)}/${step}`, {
      method: 'POST',
      body,
    }),
  )

/** What the link of a reminder renews. */
export const renewalQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.renewal(token),
    queryFn: ({ signal }) => send<Renewal>('/api/renewals/look', { method: 'POST', body: { token }, signal }),
    staleTime: 0,
  })

/** Creates the provider's page on which the next term is paid. */
export const useRenew = () =>
  useServerMutation('renew', (token: string) =>
    send<RenewalPayment>('/api/renewals', { method: 'POST', body: { token } }),
  )

/** The member's own membership and payments. */
export const mineQuery = queryOptions({
  queryKey: queryKeys.membership,
  queryFn: ({ signal }) => fetchMine(signal),
})

export function fetchMine(signal?: AbortSignal): Promise<Mine> {
  return send<Mine>('/api/memberships/mine', { signal })
}

/** The address of a transaction's receipt or tax invoice. */
export function invoicePath(transactionId: string): string {
  return `/api/transactions/${encodeURIComponent(transactionId)}/invoice`
}

/** The address of an invoice, a receipt or a credit note. */
export function documentPath(id: string): string {
  return `/api/documents/${encodeURIComponent(id)}`
}

/** Cancels the member's mandate at the end of the paid period; the membership lasts until then. */
export const useCancelSubscription = () =>
  useServerMutation('cancelSubscription', () => send<Mine>('/api/subscriptions/mine/cancel', { method: 'POST' }))

/** Pauses the member's mandate: nothing is charged until it is resumed. */
export const usePauseSubscription = () =>
  useServerMutation('pauseSubscription', () => send<Mine>('/api/subscriptions/mine/pause', { method: 'POST' }))

export const useResumeSubscription = () =>
  useServerMutation('resumeSubscription', () => send<Mine>('/api/subscriptions/mine/resume', { method: 'POST' }))

/** The data that the checkout needs to update the card. It changes nothing yet. */
export const useCardChange = () =>
  useServerMutation('changeCard', () => send<CardChange>('/api/subscriptions/mine/card', { method: 'POST' }))
