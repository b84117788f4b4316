import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Reauthentication } from '@/lib/account-api'
import type { FormValues } from '@/lib/form-schema'
import type {
  acceptForm,
  attachForm,
  Billing,
  Coupon,
  endSeatForm,
  InvoiceDocument,
  OfflinePayment,
  OrphanDetail,
  RegisteredUser,
  refundForm,
  Seat,
  Tier,
  TransactionDetail,
  TransactionNote,
  transactionNoteForm,
} from '@/lib/generated'
import { useLiveQuery } from '@/lib/live'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'
import type { BillingValues } from '../billing'

/** Completes a transaction with a payment of another amount. */
export const useAcceptPayment = () =>
  useServerMutation(
    'acceptPayment',
    ({ id, body }: { id: string; body: FormValues<typeof acceptForm> & Reauthentication }) =>
      send<void>(`/api/transactions/${encodeURIComponent(id)}/accept`, {
        method: 'POST',
        body,
      }),
  )

/** Adds a permanent note to a transaction. */
export const useAddNote = () =>
  useServerMutation(
    'addTransactionNote',
    ({ id, body }: { id: string; body: FormValues<typeof transactionNoteForm> }) =>
      send<TransactionNote>(`/api/transactions/${encodeURIComponent(id)}/notes`, { method: 'POST', body }),
  )

/** Ends a seat of a company, for example after a partial refund. */
export const useEndSeat = () =>
  useServerMutation('endSeat', ({ path, body }: { path: string; body: FormValues<typeof endSeatForm> }) =>
    send<Seat[]>(path, { method: 'POST', body }),
  )

/** All details of one transaction. */
export const useTransaction = (id: string) =>
  useLiveQuery<TransactionDetail>(
    { queryKey: queryKeys.transaction(id), path: `/api/transactions/${encodeURIComponent(id)}` },
    ['payments'],
  )

/** An orphan payment, with suggestions for its payer and its tier. */
export const orphanQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.orphanPayment(id),
    queryFn: ({ signal }) => send<OrphanDetail>(`/api/payments/orphans/${encodeURIComponent(id)}`, { signal }),
  })

/** The accounts that match a search for the payer of an orphan payment. */
export const payersQuery = (search: string) =>
  queryOptions({
    queryKey: queryKeys.payers(search),
    queryFn: ({ signal }) =>
      send<RegisteredUser[]>(
        `/api/members/registered-users?${new URLSearchParams({ search, page: '1', perPage: '5' })}`,
        { signal },
      ),
    enabled: search.trim() !== '',
  })

/** The tiers that an orphan payment may be for. */
export const tierChoicesQuery = queryOptions({
  queryKey: queryKeys.tierChoices,
  queryFn: ({ signal }) => send<Tier[]>('/api/membership-tiers', { signal }),
})

/** Completes a transaction with an orphan payment. */
type AttachedPayment = { id: string; body: FormValues<typeof attachForm> & { billing: BillingValues | undefined } }

export const useAttachPayment = () =>
  useServerMutation('attachPayment', ({ id, body }: AttachedPayment) =>
    send<{ transactionId: string }>(`/api/payments/orphans/${encodeURIComponent(id)}/attach`, { method: 'POST', body }),
  )

/** Requests the refund of a payment. */
export const useRefundPayment = () =>
  useServerMutation('refundPayment', ({ id, body }: { id: string; body: FormValues<typeof refundForm> }) =>
    send<void>(`/api/transactions/${encodeURIComponent(id)}/refund`, { method: 'POST', body }),
  )

/** Marks a transaction or an orphan payment as resolved: it no longer needs attention. */
export const useResolveAttention = () =>
  useServerMutation('resolveAttention', (path: string) => send<void>(path, { method: 'DELETE' }))

/** Creates a coupon, or changes one. */
export const useSaveCoupon = () =>
  useServerMutation('saveCoupon', ({ id, body }: { id?: string; body: Record<string, unknown> }) =>
    send<Coupon>(id ? `/api/coupons/${encodeURIComponent(id)}` : '/api/coupons', { method: id ? 'PUT' : 'POST', body }),
  )

/** Deletes a coupon that no order has used. */
export const useDeleteCoupon = () =>
  useServerMutation('deleteCoupon', ({ id }: Coupon) =>
    send<void>(`/api/coupons/${encodeURIComponent(id)}`, { method: 'DELETE' }),
  )

/** All tiers, including those that are not on sale. */
export const useTierChoices = () =>
  useQuery({ queryKey: queryKeys.allTiers, queryFn: ({ signal }) => send<Tier[]>('/api/membership-tiers', { signal }) })

/** Records a new offline payment (without an id), or takes a step on one. */
export const useChangeOffline = () =>
  useServerMutation('changeOffline', ({ step, body }: { step?: string; body: Record<string, unknown> }) =>
    send<OfflinePayment>(step ? `/api/offline-payments/${step}` : '/api/offline-payments', { method: 'POST', body }),
  )

/** Records that an IRN was cancelled, or corrects its acknowledgement. */
export const useChangeIRN = () =>
  useServerMutation(
    'changeIRN',
    ({ id, step, body }: { id: string; step: 'cancel' | 'correct'; body: Record<string, unknown> }) =>
      send<InvoiceDocument[]>(`/api/documents/${encodeURIComponent(id)}/irn/${step}`, { method: 'POST', body }),
  )

/** The address of an offline payment's proforma invoice. */
export const proformaPath = (id: string) => `/api/offline-payments/${encodeURIComponent(id)}/proforma`

/** The billing details of a member. */
export const useMemberBilling = (id: string) =>
  useQuery({
    queryKey: queryKeys.memberBilling(id),
    enabled: id !== '',
    queryFn: ({ signal }) => send<Billing>(`/api/billing-profiles/${encodeURIComponent(id)}`, { signal }),
  })

/** The accounts that a search finds. A text that is too short is not searched for. */
export const useMemberSearch = (text: string) =>
  useQuery({
    queryKey: queryKeys.memberSearch(text),
    enabled: text.length > 2,
    queryFn: ({ signal }) =>
      send<RegisteredUser[]>(
        `/api/members/registered-users?${new URLSearchParams({ search: text, perPage: '6', page: '1' })}`,
        {
          signal,
        },
      ),
  })
