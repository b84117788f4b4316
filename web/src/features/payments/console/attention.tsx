import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMay } from '@/lib/admin-access'
import type { Transaction } from '@/lib/api-types'
import { date } from '@/lib/formats'
import { Badge } from '@/ui/badge'
import { Button, rowButton } from '@/ui/button'
import { classes } from '@/ui/classes'
import { Confirm } from '@/ui/confirm'
import { useReport } from '@/ui/use-report'
import { type ResolveRoute, useResolveAttention } from './api'
import { Difference } from './difference'

/** The reasons why a transaction needs attention. */
export const attentions: Readonly<Record<Exclude<Transaction['attention'], ''>, string>> = {
  'second-payment': 'Second payment',
  'wrong-amount': 'Wrong amount',
  orphan: 'No active account',
  dispute: 'Dispute',
  'dispute-lost': 'Dispute lost',
  'refund-failed': 'Refund failed',
  'charge-after-cancellation': 'Charged after cancellation',
  'cancellation-unconfirmed': 'Cancellation not confirmed',
  'place-unknown': 'No tax invoice: state or address not known',
}

/** The route that marks a transaction as resolved. */
export const transactionAttention = 'DELETE /api/transactions/{id}/attention'

type AttentionProps = { transaction: Transaction; onResolved: () => void }

/** The reason why a transaction needs attention, with a button to mark it as resolved. */
export function Attention({ transaction, onResolved }: AttentionProps) {
  const { id, attention, attentionNote, disputeStatus, disputeRespondBy, customerName, customerEmail } = transaction
  const may = useMay()
  if (!attention) return null
  return (
    <div className="mt-1.5 flex flex-col items-start gap-1">
      <Badge tone="warning" wraps>
        {attentions[attention]}
        {disputeStatus && attention === 'dispute' && `: ${disputeStatus.replaceAll('_', ' ')}`}
      </Badge>
      {disputeRespondBy && (
        <p className="font-medium text-sm">Answer it in Razorpay’s dashboard by {date(disputeRespondBy)}</p>
      )}
      {attentionNote && <p className="text-quiet text-sm">{attentionNote}</p>}
      {attention === 'wrong-amount' && may('POST /api/transactions/{id}/accept') && (
        <Difference transaction={transaction} onResolved={onResolved} />
      )}
      {attention !== 'wrong-amount' && attention !== 'place-unknown' && (
        <ResolveAttention
          route={transactionAttention}
          id={id}
          title={`Mark the payment of ${customerName || customerEmail || 'N/A'} as resolved?`}
          onResolved={onResolved}
        >
          The note is removed from this transaction. The audit log records the note and who removed it.
        </ResolveAttention>
      )}
    </div>
  )
}

type ResolveAttentionProps = {
  /** The route that marks the record as resolved, and the record's id. */
  route: ResolveRoute
  id: string
  /** The question, with the payment's name. */
  title: string
  /** The effect on the row. */
  children: ReactNode
  onResolved: () => void
}

/** Marks a record as resolved, if the admin's role includes that. */
export function ResolveAttention({ route, id, title, children, onResolved }: ResolveAttentionProps) {
  const may = useMay()
  const report = useReport()
  const { mutateAsync, isPending } = useResolveAttention(route)
  const [asks, setAsks] = useState(false)
  if (!may(route)) return null

  async function resolve() {
    const isResolved = await report(mutateAsync(id), {
      done: () => ({ title: 'Marked as resolved' }),
      failed: 'Update Failed',
      fallback: 'It could not be marked as resolved.',
    })
    if (!isResolved) return
    // The dialog closes first and returns the focus, before the caller moves it.
    flushSync(() => setAsks(false))
    onResolved()
  }

  return (
    <>
      <Button tone="quiet" className={classes(rowButton, 'text-left')} onClick={() => setAsks(true)}>
        Mark as resolved
      </Button>
      <Confirm
        open={asks}
        title={title}
        confirmLabel="Mark as resolved"
        isDestructive={false}
        busy={isPending}
        onConfirm={resolve}
        onClose={() => setAsks(false)}
      >
        <p>{children}</p>
      </Confirm>
    </>
  )
}
