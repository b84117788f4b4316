import type { FormValues } from '@/lib/form-schema'
import type { acceptForm, refundForm } from '@/lib/generated'
import { useServerMutation } from '@/lib/mutation'
import { send } from '@/lib/server'

/** Completes a transaction with a payment of another amount. */
export const useAcceptPayment = () =>
  useServerMutation('acceptPayment', ({ id, body }: { id: string; body: FormValues<typeof acceptForm> }) =>
    send<void>(`/api/transactions/${encodeURIComponent(id)}/accept`, { method: 'POST', body }),
  )

/** Asks for the refund of a payment of another amount. */
export const useRefundPayment = () =>
  useServerMutation('refundPayment', ({ id, body }: { id: string; body: FormValues<typeof refundForm> }) =>
    send<void>(`/api/transactions/${encodeURIComponent(id)}/refund`, { method: 'POST', body }),
  )

/** Takes away the note that a transaction or an orphan payment needs attention: a person has looked at it. */
export const useResolveAttention = () =>
  useServerMutation('resolveAttention', (path: string) => send<void>(path, { method: 'DELETE' }))
