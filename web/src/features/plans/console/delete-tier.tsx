import { useState } from 'react'
import { ApiError, messageOf } from '@/lib/api-error'
import type { Tier } from '@/lib/generated'
import { Confirm } from '@/ui/confirm'
import { useToast } from '@/ui/toast-queue'
import { deactivateTier, deleteTier } from './calls'

type DeleteTierProps = {
  /** undefined while nothing is to be deleted. */
  tier: Tier | undefined
  onDone: () => Promise<void>
  onClose: () => void
}

/** Asks before a tier goes. One that was sold stays, for its payments name it: then it can be taken off sale. */
export function DeleteTier({ tier, onDone, onClose }: DeleteTierProps) {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [keptId, setKeptId] = useState<string>()
  const wasSold = tier !== undefined && keptId === tier.id

  async function act(tier: Tier) {
    setBusy(true)
    try {
      if (wasSold) {
        await deactivateTier(tier)
        toast({ title: 'Membership Tier Updated', description: `${tier.name} is no longer on sale.` })
      } else {
        await deleteTier(tier.id)
        toast({ title: 'Membership Tier Deleted' })
      }
      await onDone()
      onClose()
    } catch (error) {
      const description = messageOf(error, 'Failed to delete membership tier')
      toast({ title: wasSold ? 'Update Failed' : 'Deletion Failed', description, destructive: true })
      if (error instanceof ApiError && error.status === 409) setKeptId(tier.id)
      else onClose()
    } finally {
      setBusy(false)
    }
  }

  if (wasSold && tier.isActive === 'true')
    return (
      <Confirm
        open
        title={`Deactivate “${tier.name}” instead?`}
        action="Deactivate"
        harmless
        busy={busy}
        onConfirm={() => act(tier)}
        onClose={onClose}
      >
        <p>
          This tier has transactions, which name it, so it cannot be deleted. Deactivated, it disappears from the plans
          page; who has bought it keeps it.
        </p>
      </Confirm>
    )
  if (wasSold)
    return (
      <Confirm open title={`“${tier.name}” stays`} action="Understood" harmless onConfirm={onClose} onClose={onClose}>
        <p>This tier has transactions, which name it, so it cannot be deleted. It is not on sale any more.</p>
      </Confirm>
    )
  return (
    <Confirm
      open={tier !== undefined}
      title={tier ? `Delete “${tier.name}”?` : ''}
      action="Delete"
      busy={busy}
      onConfirm={() => tier && act(tier)}
      onClose={onClose}
    >
      <p>It disappears from the plans page and cannot be brought back. A tier that was sold is not deleted.</p>
    </Confirm>
  )
}
