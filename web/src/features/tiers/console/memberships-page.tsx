import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Tier } from '@/lib/api-types'
import { useConfig } from '@/lib/config'
import { createButtonId, useEditing, useFocusNext } from '@/lib/editing'
import { Button } from '@/ui/button'
import { EmptyState, LoadError } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { ReorderList } from '@/ui/reorder-list'
import { Skeleton } from '@/ui/skeleton'
import { useReport } from '@/ui/use-report'
import { allTiersQuery, useReorderTiers } from './api'
import { DeleteTier } from './delete-tier'
import { nextSortOrder } from './sort-order'
import { TierCard } from './tier-card'
import { TierForm } from './tier-form'

/** The tiers and their prices. */
export function MembershipsPage() {
  const report = useReport()
  const config = useConfig()
  const reorder = useReorderTiers()
  const { data: tiers, error, isPending, refetch } = useQuery(allTiersQuery)
  const { isBusy, item, begin, end } = useEditing<Tier>()
  const [deleting, setDeleting] = useState<Tier>()
  const focusNext = useFocusNext()

  // The dashboard links here to create a tier, and the list of texts to translate one. The form opens once, and not
  // again after a reload.
  const [params, setParams] = useSearchParams()
  const [language, setLanguage] = useState<string>()
  const isWanted = params.has('new')
  const edited = params.get('edit')
  const wanted = edited ? tiers?.find(({ id }) => id === edited) : undefined
  useEffect(() => {
    if (!isWanted && !(edited && tiers)) return
    if (isWanted || wanted) begin(wanted)
    setLanguage(params.get('language') ?? undefined)
    setParams({}, { replace: true })
  }, [isWanted, edited, wanted, tiers, params, begin, setParams])

  return (
    <>
      <PageHead
        title="Membership Tiers"
        lede="The plans on the plans page, in the order in which they are shown."
        actions={
          <Button id={createButtonId} disabled={isBusy || !tiers} onClick={() => begin()}>
            Create
          </Button>
        }
      />
      {config?.paymentsEnabled === false && (
        <div className="mb-6">
          <Notice tone="warning" title="No one can buy a membership">
            {config.razorpayKeyId
              ? 'The payment keys are live, but tax is not settled. Settle it under Settings, Tax & supplier.'
              : 'No payment keys are set up.'}
          </Notice>
        </div>
      )}
      {/* A new tier is added after the others, so they must be loaded first. */}
      {isBusy && tiers && (
        <TierForm
          tier={item}
          sortOrder={String(nextSortOrder(tiers))}
          language={language}
          gstRate={tiers[0]?.breakdown.gstRate ?? 0}
          onSaved={({ id }) => end(id)}
          onCancel={() => end()}
        />
      )}
      {isPending && <Skeleton />}
      {error && !tiers && (
        <LoadError title="The membership tiers could not be loaded" error={error} onRetry={() => refetch()} />
      )}
      {tiers?.length === 0 && !isBusy && (
        <EmptyState title="No membership tiers created yet.">
          <p>Until you create a tier, the plans page says that plans are coming soon.</p>
        </EmptyState>
      )}
      {tiers && tiers.length > 0 && (
        <ReorderList
          items={tiers}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          disabled={isBusy || reorder.isPending}
          className="grid grid-cols-1 gap-5 md:grid-cols-2 xl:grid-cols-3"
          onReorder={(ids) =>
            report(reorder.mutateAsync(ids), {
              failed: 'Update Failed',
              fallback: 'The new order could not be saved.',
            })
          }
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
      <DeleteTier tier={deleting} onDone={() => focusNext(createButtonId)} onClose={() => setDeleting(undefined)} />
    </>
  )
}
