import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type Answer, address, type Body, call, callAll, callPage, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'
import { useReading } from '@/lib/reading'

export type Coupon = Row<'GET /api/coupons'>
export type InvoiceDocument = Row<'GET /api/transactions/{id}/documents'>
export type OfflinePayment = Row<'GET /api/offline-payments'>
export type OfflineReceipt = OfflinePayment['receipts'][number]
export type OfflineReturn = OfflinePayment['returns'][number]
type OrphanDetail = Answer<'GET /api/payments/orphans/{id}'>
export type OrphanPayment = Row<'GET /api/payments/unknown'>
export type OrphanSuggestion = NonNullable<OrphanDetail['suggestion']>
export type TransactionDetail = Answer<'GET /api/transactions/{id}'>

export const transactionsKey = [...areas.payments, 'transactions'] as const
export const unknownKey = [...areas.payments, 'orphans'] as const
export const offlineKey = [...areas.payments, 'offline'] as const
export const couponsKey = [...areas.payments, 'coupons'] as const

type Of<Values> = { id: string; body: Values }

/** Completes a transaction with a payment of another amount. */
export const useAcceptPayment = () =>
  useMutation({
    mutationFn: ({ id, body }: Of<Body<'POST /api/transactions/{id}/accept'>>) =>
      call('POST /api/transactions/{id}/accept', { path: { id }, body }),
  })

/** Restores a purchase whose dispute was lost and then won. */
export const useRestorePurchase = () =>
  useMutation({
    mutationFn: ({ id, body }: Of<Body<'POST /api/transactions/{id}/restore'>>) =>
      call('POST /api/transactions/{id}/restore', { path: { id }, body }),
  })

/** Adds a permanent note to a transaction. */
export const useAddNote = () =>
  useMutation({
    mutationFn: ({ id, body }: Of<Body<'POST /api/transactions/{id}/notes'>>) =>
      call('POST /api/transactions/{id}/notes', { path: { id }, body }),
  })

/** Enters the billing details for which a tax invoice waits. */
export const useEnterBilling = () =>
  useMutation({
    mutationFn: ({ id, body }: Of<Body<'POST /api/transactions/{id}/billing'>>) =>
      call('POST /api/transactions/{id}/billing', { path: { id }, body }),
  })

type SeatEnd = { id: string; seat: string; body: Body<'POST /api/transactions/{id}/seats/{seat}/end'> }

/** Ends a seat of a company, for example after a partial refund. */
export const useEndSeat = () =>
  useMutation({
    mutationFn: ({ id, seat, body }: SeatEnd) =>
      call('POST /api/transactions/{id}/seats/{seat}/end', { path: { id, seat }, body }),
  })

/** All details of one transaction. */
export const useTransaction = (id: string) =>
  useReading({
    queryKey: [...areas.payments, 'transaction', id],
    queryFn: ({ signal }) => call('GET /api/transactions/{id}', { path: { id }, signal }),
  })

/** An orphan payment, with suggestions for its payer and its tier. */
export const orphanQuery = (id: string) =>
  queryOptions({
    queryKey: [...areas.payments, 'orphan', id],
    queryFn: ({ signal }) => call('GET /api/payments/orphans/{id}', { path: { id }, signal }),
  })

/** The accounts that match a search for the payer of an orphan payment. */
export const payersQuery = (search: string) =>
  queryOptions({
    queryKey: [...areas.people, 'payers', search],
    queryFn: ({ signal }) =>
      call('GET /api/members/registered-users', { query: { search, page: 1, perPage: 5 }, signal }),
    enabled: search.trim() !== '',
  })

/** The tiers that an orphan payment may be for. */
export const tierChoicesQuery = queryOptions({
  queryKey: [...areas.allTiers, 'choices'],
  queryFn: ({ signal }) => call('GET /api/membership-tiers', { signal }),
})

/** Completes a transaction with an orphan payment. */
export const useAttachPayment = () =>
  useMutation({
    mutationFn: ({ id, body }: Of<Body<'POST /api/payments/orphans/{id}/attach'>>) =>
      call('POST /api/payments/orphans/{id}/attach', { path: { id }, body }),
  })

/** Requests the refund of a payment. */
export const useRefundPayment = () =>
  useMutation({
    mutationFn: ({ id, body }: Of<Body<'POST /api/transactions/{id}/refund'>>) =>
      call('POST /api/transactions/{id}/refund', { path: { id }, body }),
  })

type RefundTransfer = {
  id: string
  refund: string
  body: Body<'POST /api/transactions/{id}/refunds/{refund}/transfer'>
}

/** Records the bank transfer that replaces a refund that Razorpay has refused. */
export const useRecordRefundTransfer = () =>
  useMutation({
    mutationFn: ({ id, refund, body }: RefundTransfer) =>
      call('POST /api/transactions/{id}/refunds/{refund}/transfer', { path: { id, refund }, body }),
  })

/** The routes that mark a transaction or an orphan payment as resolved. */
export type ResolveRoute = 'DELETE /api/transactions/{id}/attention' | 'DELETE /api/payments/unknown/{id}/attention'

/** Marks a transaction or an orphan payment as resolved: it no longer needs attention. */
export const useResolveAttention = (route: ResolveRoute) =>
  useMutation({
    mutationFn: (id: string) => call(route, { path: { id } }),
  })

type SavedCoupon = { id?: undefined; body: Body<'POST /api/coupons'> } | Of<Body<'PUT /api/coupons/{id}'>>

/** The coupon with an id, in a list. The list is empty if the coupon was deleted. */
export const couponQuery = (id: string) =>
  queryOptions({
    queryKey: [...couponsKey, id],
    queryFn: async ({ signal }) => (await callPage('GET /api/coupons', { query: { id }, signal })).rows,
  })

/** Creates a coupon, or changes one. */
export const useSaveCoupon = () =>
  useMutation({
    mutationFn: (coupon: SavedCoupon) =>
      coupon.id === undefined
        ? call('POST /api/coupons', { body: coupon.body })
        : call('PUT /api/coupons/{id}', { path: { id: coupon.id }, body: coupon.body }),
  })

/** Deletes a coupon that no order has used. */
export const useDeleteCoupon = () =>
  useMutation({
    mutationFn: ({ id }: Coupon) => call('DELETE /api/coupons/{id}', { path: { id } }),
  })

/** All tiers, including those that are not on sale. */
export const useTierChoices = () =>
  useQuery({ queryKey: areas.allTiers, queryFn: ({ signal }) => call('GET /api/membership-tiers', { signal }) })

/** The offline payments that wait for money. A transfer can be divided over them. */
export const usePayablePayments = () =>
  useQuery({
    queryKey: [...offlineKey, 'payable'],
    queryFn: async ({ signal }) => {
      const rows = await callAll('GET /api/offline-payments', { query: { state: 'open' }, signal })
      return rows.filter(({ nextSteps }) => nextSteps.includes('receipt'))
    },
  })

/** Records a transfer that pays several offline payments. */
export const useEnterTransfer = () =>
  useMutation({
    mutationFn: (body: Body<'POST /api/offline-transfers'>) => call('POST /api/offline-transfers', { body }),
  })

/** Records a new offline payment. */
export const useEnterOffline = () =>
  useMutation({
    mutationFn: (body: Body<'POST /api/offline-payments'>) => call('POST /api/offline-payments', { body }),
  })

// Each step on an offline payment returns the updated payment.
const useOfflineStep = <Input>(mutationFn: (input: Input) => Promise<OfflinePayment>) => useMutation({ mutationFn })

/** Records that the cheque is at the bank. */
export const useDepositOffline = (id: string) =>
  useOfflineStep(() => call('POST /api/offline-payments/{id}/deposit', { path: { id } }))

/** Confirms that the money has arrived. */
export const useConfirmOffline = (id: string) =>
  useOfflineStep((body: Body<'POST /api/offline-payments/{id}/confirm'>) =>
    call('POST /api/offline-payments/{id}/confirm', { path: { id }, body }),
  )

/** Records a receipt. */
export const useAddReceipt = (id: string) =>
  useOfflineStep((body: Body<'POST /api/offline-payments/{id}/receipts'>) =>
    call('POST /api/offline-payments/{id}/receipts', { path: { id }, body }),
  )

/** Records that the payment has bounced. */
export const useBounceOffline = (id: string) =>
  useOfflineStep((body: Body<'POST /api/offline-payments/{id}/bounce'>) =>
    call('POST /api/offline-payments/{id}/bounce', { path: { id }, body }),
  )

/** Cancels the purchase. */
export const useCancelOffline = (id: string) =>
  useOfflineStep((body: Body<'POST /api/offline-payments/{id}/cancel'>) =>
    call('POST /api/offline-payments/{id}/cancel', { path: { id }, body }),
  )

/** Refunds a part. */
export const useRefundOffline = (id: string) =>
  useOfflineStep((body: Body<'POST /api/offline-payments/{id}/refund'>) =>
    call('POST /api/offline-payments/{id}/refund', { path: { id }, body }),
  )

/** Writes off the rest, or asks a second admin to confirm it. */
export const useWriteOffOffline = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/offline-payments/{id}/write-off'>) =>
      call('POST /api/offline-payments/{id}/write-off', { path: { id }, body }),
  })

/** Records that money was returned. */
export const useReturnOffline = (id: string) =>
  useOfflineStep((body: Body<'POST /api/offline-payments/{id}/returned'>) =>
    call('POST /api/offline-payments/{id}/returned', { path: { id }, body }),
  )

/** Records that an IRN was cancelled. */
export const useCancelIRN = () =>
  useMutation({
    mutationFn: ({ id, body }: Of<Body<'POST /api/documents/{id}/irn/cancel'>>) =>
      call('POST /api/documents/{id}/irn/cancel', { path: { id }, body }),
  })

/** Corrects the acknowledgement of an IRN. */
export const useCorrectIRN = () =>
  useMutation({
    mutationFn: ({ id, body }: Of<Body<'POST /api/documents/{id}/irn/correct'>>) =>
      call('POST /api/documents/{id}/irn/correct', { path: { id }, body }),
  })

/** The address of an offline payment's proforma invoice. */
export const proformaPath = (id: string) => address('GET /api/offline-payments/{id}/proforma', { id })

/** The billing details of a member. */
export const useMemberBilling = (id: string) =>
  useQuery({
    queryKey: [...areas.people, 'billing', id],
    enabled: id !== '',
    queryFn: ({ signal }) => call('GET /api/billing-profiles/{id}', { path: { id }, signal }),
  })

/** The accounts that a search finds. A text that is too short is not searched for. */
export const useMemberSearch = (search: string) =>
  useQuery({
    queryKey: [...areas.people, 'search', search],
    enabled: search.length > 2,
    queryFn: ({ signal }) =>
      call('GET /api/members/registered-users', { query: { search, page: 1, perPage: 6 }, signal }),
  })
