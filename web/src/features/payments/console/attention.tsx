import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import type { Transaction } from '@/lib/generated'
import { send } from '@/lib/server'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { useToast } from '@/ui/toast-queue'

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
  const toast = useToast()
  const [asks, setAsks] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { id, attention, attentionNote, disputeStatus, customerName, customerEmail } = transaction
  if (!attention) return null

  async function markSeen() {
    setBusy(true)
    try {
      await send(`/api/transactions/${id}/attention`, { method: 'DELETE' })
      toast({ title: 'Marked as seen to' })
      setAsks(false)
      onSeenTo()
    } catch (error) {
      const description = messageOf(error, 'It could not be marked as seen to.')
      toast({ title: 'Update Failed', description, destructive: true })
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="mt-1.5 flex max-w-xs flex-col items-start gap-1 max-md:ml-auto max-md:items-end">
      <Badge tone="warning">
        {attentions[attention] ?? attention}
        {disputeStatus && `: ${disputeStatus}`}
      </Badge>
      {attentionNote && <p className="text-quiet text-sm">{attentionNote}</p>}
      <Button tone="quiet" className="-ml-2 px-2 max-md:-mr-2" onClick={() => setAsks(true)}>
        Mark as seen to
      </Button>
      <Confirm
        open={asks}
        title={`Seen to the payment of ${customerName || customerEmail || 'N/A'}?`}
        action="Mark as seen to"
        harmless
        busy={isBusy}
        onConfirm={markSeen}
        onClose={() => setAsks(false)}
      >
        <p>The note is taken away from this transaction. The audit log keeps it, and who has taken it away.</p>
      </Confirm>
    </div>
  )
}
