import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { messageOf } from '@/lib/api-error'
import { useFocusNext } from '@/lib/focus-next'
import type { Tier } from '@/lib/generated'
import { useLive } from '@/lib/live'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { ReorderList } from '@/ui/reorder-list'
import { Spinner } from '@/ui/spinner'
import { useToast } from '@/ui/toast-queue'
import { allTiersQuery, reorderTiers, useTiersChanged } from './calls'
import { DeleteTier } from './delete-tier'
import { editTierId, TierCard } from './tier-card'
import { TierForm } from './tier-form'

// idle, creating, or editing one tier: nothing else can be begun before that one is saved or left.
type Mode = { kind: 'idle' } | { kind: 'creating' } | { kind: 'editing'; tier: Tier }

const createButtonId = 'create-tier'

/** What is on sale, and at what price. */
export function Component() {
  const toast = useToast()
  const client = useQueryClient()
  const changed = useTiersChanged()
  const { data: tiers, error, isPending, refetch } = useQuery(allTiersQuery)
  const [mode, setMode] = useState<Mode>({ kind: 'idle' })
  const [deleting, setDeleting] = useState<Tier>()
  const [isMoving, setMoving] = useState(false)
  const focusNext = useFocusNext()
  const isBusy = mode.kind !== 'idle'
  useLive(['plans', 'settings'], changed)

  // The dashboard leads here to make a tier: the form opens once, not again when the page is loaded again.
  const [params, setParams] = useSearchParams()
  const isWanted = params.has('new')
  useEffect(() => {
    if (!isWanted) return
    setMode((mode) => (mode.kind === 'idle' ? { kind: 'creating' } : mode))
    setParams({}, { replace: true })
  }, [isWanted, setParams])

  function done(id?: string) {
    setMode({ kind: 'idle' })
    focusNext(id ? editTierId(id) : createButtonId)
  }

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
          <Button id={createButtonId} disabled={isBusy || !tiers} onClick={() => setMode({ kind: 'creating' })}>
            Create
          </Button>
        }
      />
      {/* a new tier stands behind the others, so they must be known */}
      {mode.kind !== 'idle' && tiers && (
        <TierForm
          tier={mode.kind === 'editing' ? mode.tier : undefined}
          sortOrder={String(Math.max(0, ...tiers.map(({ sortOrder }) => sortOrder)) + 1)}
          gstRate={tiers[0]?.breakdown.gstRate ?? 0}
          onSaved={async ({ id }) => {
            await changed()
            done(id)
          }}
          onCancel={() => done(mode.kind === 'editing' ? mode.tier.id : undefined)}
        />
      )}
      {isPending && <Spinner label="Loading…" />}
      {error && !tiers && (
        <div role="alert">
          <Notice tone="danger" title="The membership tiers could not be read">
            <p>{messageOf(error, 'Something went wrong on the way.')}</p>
            <Button tone="outline" className="mt-3" onClick={() => refetch()}>
              Try again
            </Button>
          </Notice>
        </div>
      )}
      {tiers?.length === 0 && mode.kind === 'idle' && <EmptyState title="No membership tiers created yet." />}
      {tiers && tiers.length > 0 && (
        <ReorderList
          items={tiers}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          disabled={isBusy || isMoving}
          className="grid gap-5 md:grid-cols-2 xl:grid-cols-3"
          onReorder={reorder}
        >
          {(tier, controls) => (
            <TierCard
              tier={tier}
              disabled={isBusy}
              controls={controls}
              onEdit={() => setMode({ kind: 'editing', tier })}
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
