import type { Transaction } from '@/lib/generated'
import { Badge } from '@/ui/badge'
import { SeenTo } from './seen-to'

/** What a transaction can need a person for. */
export const attentions: Readonly<Record<string, string>> = {
  'second-payment': 'Second payment',
  'wrong-amount': 'Wrong amount',
  orphan: 'Unknown payment',
  dispute: 'Dispute',
}

type AttentionProps = { transaction: Transaction; onSeenTo: () => void }

/** Why a person should look at a transaction, and the way to say that somebody has. */
export function Attention({ transaction, onSeenTo }: AttentionProps) {
  const { id, attention, attentionNote, disputeStatus, customerName, customerEmail } = transaction
  if (!attention) return null
  return (
    <div className="mt-1.5 flex max-w-xs flex-col items-start gap-1">
      <Badge tone="warning">
        {attentions[attention] ?? attention}
        {disputeStatus && `: ${disputeStatus.replaceAll('_', ' ')}`}
      </Badge>
      {attentionNote && <p className="text-quiet text-sm">{attentionNote}</p>}
      <SeenTo
        path={`/api/transactions/${id}/attention`}
        title={`Seen to the payment of ${customerName || customerEmail || 'N/A'}?`}
        onSeenTo={onSeenTo}
      >
        The note is taken away from this transaction. The audit log keeps it, and who has taken it away.
      </SeenTo>
    </div>
  )
}
