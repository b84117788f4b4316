import { ApiError, messageOf } from '@/lib/api-error'
import type { Tier } from '@/lib/api-types'
import { Confirm } from '@/ui/confirm'
import { useToast } from '@/ui/toast-queue'
import { useReport } from '@/ui/use-report'
import { useDeactivateTier, useDeleteTier } from './api'

type DeleteTierProps = {
  /** Undefined while the dialog is closed. */
  tier: Tier | undefined
  onDone: () => void
  onClose: () => void
}

/**
 * Asks before a tier is deleted. A tier that was sold cannot be deleted, because payments refer to it; the dialog then
 * offers to take it off sale.
 */
export function DeleteTier({ tier, onDone, onClose }: DeleteTierProps) {
  const toast = useToast()
  const report = useReport()
  const remove = useDeleteTier()
  const deactivate = useDeactivateTier()
  const isPending = remove.isPending || deactivate.isPending
  const wasSold = tier !== undefined && isConflict(remove.error) && remove.variables?.id === tier.id

  async function deleteIt(tier: Tier) {
    try {
      await remove.mutateAsync(tier)
      toast({ title: 'Membership Tier Deleted' })
      onDone()
      onClose()
    } catch (error) {
      const description = messageOf(error, 'Failed to delete membership tier')
      toast({ title: 'Deletion Failed', description, destructive: true })
      if (!isConflict(error)) onClose()
    }
  }

  async function deactivateIt(tier: Tier) {
    const isOff = await report(deactivate.mutateAsync(tier), {
      done: () => ({ title: 'Membership Tier Updated', description: `${tier.name} is no longer on sale.` }),
      failed: 'Update Failed',
      fallback: 'Failed to update membership tier',
    })
    if (isOff) onDone()
    onClose()
  }

  if (wasSold && tier.isActive)
    return (
      <Confirm
        open
        title={`Deactivate “${tier.name}” instead?`}
        confirmLabel="Deactivate"
        isDestructive={false}
        busy={isPending}
        onConfirm={() => deactivateIt(tier)}
        onClose={onClose}
      >
        <p>
          This tier has transactions, so it cannot be deleted. If you deactivate it, it disappears from the plans page.
          Members who have bought it keep their membership.
        </p>
      </Confirm>
    )
  if (wasSold)
    return (
      <Confirm
        open
        title={`“${tier.name}” cannot be deleted`}
        confirmLabel="Close"
        isDestructive={false}
        onConfirm={onClose}
        onClose={onClose}
      >
        <p>This tier has transactions, so it cannot be deleted. It is no longer on sale.</p>
      </Confirm>
    )
  return (
    <Confirm
      open={tier !== undefined}
      title={tier ? `Delete “${tier.name}”?` : ''}
      confirmLabel="Delete"
      busy={isPending}
      onConfirm={() => tier && deleteIt(tier)}
      onClose={onClose}
    >
      <p>It disappears from the plans page and cannot be restored. A tier that has been sold cannot be deleted.</p>
    </Confirm>
  )
}

// The server refuses to delete a tier that was sold.
function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}
