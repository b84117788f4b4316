import { queryOptions, skipToken, useMutation } from '@tanstack/react-query'
import { type Answer, address, type Body, call, type Row } from '@/lib/api'
import { ApiError } from '@/lib/api-error'
import type { Mine } from '@/lib/api-types'
import { areas } from '@/lib/areas'
import type { BillingValues } from './billing'

export type Breakdown = Renewal['breakdown']
export type CardChange = Answer<'POST /api/subscriptions/mine/card'>
export type Checkout = Answer<'POST /api/payments/create-order'>
export type Entitlement = Mine['entitlement']
export type Mandate = NonNullable<Mine['subscription']>
export type Membership = NonNullable<Mine['membership']>
export type Welcome = Pick<Answer<'GET /api/circle'>, 'nextSession' | 'attendees'>
export type Purchase = Mine['transactions'][number]
export type Quote = Answer<'POST /api/payments/quote'>
export type QuoteTax = Renewal['taxes'][number]
export type Renewal = Answer<'POST /api/renewals/look'>
export type Seat = Answer<'GET /api/transactions/{id}'>['seatList'][number]
export type SeatPurchase = Row<'GET /api/seats'>

const seats = [...areas.member, 'seats'] as const

const billingKey = [...areas.member, 'billing'] as const

/** The member's billing details. */
export const billingQuery = queryOptions({
  queryKey: billingKey,
  queryFn: ({ signal }) => call('GET /api/billing-profile', { signal }),
})

/**
 * The next session of the circle, or null, and members who are going. Only members may read it, so a buyer without a
 * membership gets an error.
 */
export const welcomeQuery = queryOptions({
  queryKey: [...areas.member, 'welcome'],
  queryFn: async ({ signal }): Promise<Welcome> => {
    const { nextSession, attendees } = await call('GET /api/circle', { signal })
    return { nextSession, attendees }
  },
})

export const useSaveBilling = () =>
  useMutation({
    mutationFn: (body: BillingValues) => call('PUT /api/billing-profile', { body }),
  })

/**
 * The price of an order. Its key is outside of the areas: once the order is created, the same question could be answered
 * differently, because the order has used the coupon.
 */
export function quoteQuery(
  membershipTierId: string,
  billing: Partial<BillingValues> | undefined,
  couponCode: string,
  seats = '',
) {
  return queryOptions({
    queryKey: ['quote', membershipTierId, billing, couponCode, seats],
    queryFn: ({ signal }) =>
      call('POST /api/payments/quote', { body: { membershipTierId, billing, couponCode, seats }, signal }),
    staleTime: 0,
  })
}

/** Creates an order for a tier, or returns the order that was created a moment ago. */
export const useCreateOrder = () =>
  useMutation({
    mutationFn: (body: Body<'POST /api/payments/create-order'>) => call('POST /api/payments/create-order', { body }),
  })

/**
 * Sends the checkout's result to the server. "processing" means that the buyer was charged but the payment has not
 * arrived yet.
 */
export const useVerifyPayment = () =>
  useMutation({
    mutationFn: (body: Body<'POST /api/payments/verify'>) => call('POST /api/payments/verify', { body }),
  })

/** How often and at what interval the server is asked before we say that the payment takes longer. */
export const settlementChecks = { times: 15, milliseconds: 2000 }

/** What the provider adds to the address when it redirects the buyer back. */
export type LinkReturn = Body<'POST /api/payments/verify-link'>

/**
 * The result of a payment on a page at the provider. Works without a session. It fails while the payment is not settled,
 * and is repeated until it is, or until the attempts are used up.
 */
export const linkReturnQuery = (body: LinkReturn | undefined) =>
  queryOptions({
    queryKey: ['link-return', body],
    queryFn: body
      ? async ({ signal }) => {
          const { status } = await call('POST /api/payments/verify-link', { body, signal })
          if (status === 'completed') return 'paid'
          if (status === 'refunded') return 'returned'
          throw new Error(`the payment is ${status}`)
        }
      : skipToken,
    retry: (failures, error) => !isRefusal(error) && failures < settlementChecks.times - 1,
    retryDelay: settlementChecks.milliseconds,
    staleTime: 0,
    gcTime: 0,
  })

/** Reports whether the server refuses the address. Other failures say nothing about the payment. */
export function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}

/** The seats that the member has bought. */
export const seatsQuery = queryOptions({
  queryKey: seats,
  queryFn: ({ signal }) => call('GET /api/seats', { signal }),
})

/** A step on a seat: invite a person, repeat or replace the invitation, or withdraw it. */
export type SeatStep =
  | { id: string; step: 'invite' | 'reassign'; body: Body<'POST /api/seats/{id}/invite'> }
  | { id: string; step: 'resend' | 'revoke' }

export const useChangeSeat = () =>
  useMutation({
    mutationFn: (change: SeatStep) => {
      const path = { id: change.id }
      return 'body' in change
        ? call(`POST /api/seats/{id}/${change.step}`, { path, body: change.body })
        : call(`POST /api/seats/{id}/${change.step}`, { path })
    },
  })

/** What the link of a reminder renews. */
export const renewalQuery = (token: string) =>
  queryOptions({
    queryKey: ['renewal', token],
    queryFn: ({ signal }) => call('POST /api/renewals/look', { body: { token }, signal }),
    staleTime: 0,
  })

/** Creates the provider's page on which the next term is paid. */
export const useRenew = () =>
  useMutation({ mutationFn: (token: string) => call('POST /api/renewals', { body: { token } }) })

/** The member's own membership and payments. */
export const mineQuery = queryOptions({
  queryKey: areas.membership,
  queryFn: ({ signal }) => fetchMine(signal),
})

export function fetchMine(signal?: AbortSignal): Promise<Mine> {
  return call('GET /api/memberships/mine', { signal })
}

/** The address of a transaction's receipt or tax invoice. */
export const invoicePath = (id: string) => address('GET /api/transactions/{id}/invoice', { id })

/** The address of an invoice, a receipt or a credit note. */
export const documentPath = (id: string) => address('GET /api/documents/{id}', { id })

/** Cancels the member's mandate at the end of the paid period; the membership lasts until then. */
export const useCancelSubscription = () =>
  useMutation({ mutationFn: () => call('POST /api/subscriptions/mine/cancel') })

/** Pauses the member's mandate: nothing is charged until it is resumed. */
export const usePauseSubscription = () => useMutation({ mutationFn: () => call('POST /api/subscriptions/mine/pause') })

export const useResumeSubscription = () =>
  useMutation({ mutationFn: () => call('POST /api/subscriptions/mine/resume') })

/** The data that the checkout needs to update the card. It changes nothing yet. */
export const useCardChange = () => useMutation({ mutationFn: () => call('POST /api/subscriptions/mine/card') })
