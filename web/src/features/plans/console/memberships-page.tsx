import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { messageOf } from '@/lib/api-error'
import { createButtonId, useEditing } from '@/lib/editing'
import { useFocusNext } from '@/lib/focus-next'
import type { Tier } from '@/lib/generated'
import { useLive } from '@/lib/live'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { NotRead } from '@/ui/not-read'
import { PageHead } from '@/ui/page-head'
import { ReorderList } from '@/ui/reorder-list'
import { Spinner } from '@/ui/spinner'
import { useToast } from '@/ui/toast-queue'
import { allTiersQuery, reorderTiers, useTiersChanged } from './calls'
import { DeleteTier } from './delete-tier'
import { TierCard } from './tier-card'
import { TierForm } from './tier-form'

/** What is on sale, and at what price. */
export function Component() {
  const toast = useToast()
  const client = useQueryClient()
  const changed = useTiersChanged()
  const { data: tiers, error, isPending, refetch } = useQuery(allTiersQuery)
  const { isBusy, item, begin, end } = useEditing<Tier>()
  const [deleting, setDeleting] = useState<Tier>()
  const [isMoving, setMoving] = useState(false)
  const focusNext = useFocusNext()
  useLive(['plans', 'settings'], changed)

  // The dashboard leads here to make a tier: the form opens once, not again when the page is loaded again.
  const [params, setParams] = useSearchParams()
  const isWanted = params.has('new')
  useEffect(() => {
    if (!isWanted) return
    begin()
    setParams({}, { replace: true })
  }, [isWanted, begin, setParams])

  async function reorder(ids: string[]) {
    client.setQueryData(allTiersQuery.queryKey, (all) => all?.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)))
    setMoving(true)
    try {
      await reorderTiers(ids)
    } catch (error) {
      const description = messageOf(error, 'The new order could not be saved.')
      toast({ title: 'Update Failed', description, destructive: true })
    }
    await changed()
    setMoving(false)
  }

  return (
    <>
      <PageHead
        title="Membership Tiers"
        lede="What is on sale on the plans page, in its order there."
        actions={
          <Button id={createButtonId} disabled={isBusy || !tiers} onClick={() => begin()}>
            Create
          </Button>
        }
      />
      {/* a new tier stands behind the others, so they must be known */}
      {isBusy && tiers && (
        <TierForm
          tier={item}
          sortOrder={String(Math.max(0, ...tiers.map(({ sortOrder }) => sortOrder)) + 1)}
          gstRate={tiers[0]?.breakdown.gstRate ?? 0}
          onSaved={async ({ id }) => {
            await changed()
            end(id)
          }}
          onCancel={() => end()}
        />
      )}
      {isPending && <Spinner label="Loading…" />}
      {error && !tiers && (
        <NotRead title="The membership tiers could not be read" error={error} onRetry={() => refetch()} />
      )}
      {tiers?.length === 0 && !isBusy && (
        <EmptyState title="No membership tiers created yet.">
          <p>Until there is one, the plans page says that plans are coming soon. Create the first.</p>
        </EmptyState>
      )}
      {tiers && tiers.length > 0 && (
        <ReorderList
          items={tiers}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          disabled={isBusy || isMoving}
          className="grid grid-cols-1 gap-5 md:grid-cols-2 xl:grid-cols-3"
          onReorder={reorder}
        >
          {(tier, controls) => (
            <TierCard
              tier={tier}
              disabled={isBusy}
              controls={controls}
              onEdit={() => begin(tier)}
              onDelete={() => setDeleting(tier)}
            />
          )}
        </ReorderList>
      )}
      <DeleteTier
        tier={deleting}
        onDone={async () => {
          await changed()
          focusNext(createButtonId)
        }}
        onClose={() => setDeleting(undefined)}
      />
    </>
  )
}
