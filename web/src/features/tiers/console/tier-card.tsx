import { type ReactNode, useState } from 'react'
import type { Tier } from '@/lib/api-types'
import { editButtonId } from '@/lib/editing'
import { exactPrice } from '@/lib/formats'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { classes } from '@/ui/classes'
import { Confirm } from '@/ui/confirm'
import { Notice } from '@/ui/notice'
import { useReport } from '@/ui/use-report'
import { chosenColour } from '../button-colour'
import { useCreatePlan } from './api'

const durations: Readonly<Record<Tier['duration'], string>> = {
  lifetime: 'for life',
  annual: 'a year',
  monthly: 'a month',
}

type TierCardProps = {
  tier: Tier
  /** Another tier is being edited, so no other action is possible. */
  disabled: boolean
  controls: ReactNode
  onEdit: () => void
  onDelete: () => void
}

/** One tier in the grid. A tier that is not on sale is dimmed. */
export function TierCard({ tier, disabled, controls, onEdit, onDelete }: TierCardProps) {
  const isActive = tier.isActive
  return (
    <article aria-labelledby={`card-${tier.id}`} className="flex h-full flex-col border border-base-300 p-5">
      <div className={classes('flex-1', !isActive && 'opacity-70')}>
        <div className="flex items-start justify-between gap-3">
          <h2 id={`card-${tier.id}`} className="display-3 wrap-break-word min-w-0">
            {tier.name}
          </h2>
          <span className="flex flex-wrap justify-end gap-2">
            {tier.isRecommended && <Badge tone="brand">Recommended</Badge>}
            <Badge tone={isActive ? 'success' : 'outline'}>{isActive ? 'Active' : 'Inactive'}</Badge>
          </span>
        </div>
        <p className="mt-2 text-lg tabular-nums">
          {exactPrice(tier.price, tier.currency)} {durations[tier.duration]}
        </p>
        {tier.description && <p className="mt-2 line-clamp-3 text-[0.9375rem] leading-snug">{tier.description}</p>}
        {tier.features.length > 0 && (
          <ul className="mt-3 list-disc pl-5 text-[0.9375rem] leading-snug">
            {tier.features.map((feature) => (
              <li key={feature} className="mt-1">
                {feature}
              </li>
            ))}
          </ul>
        )}
        <p className="mt-3 flex items-center gap-2 text-sm">
          <span
            className="size-4 shrink-0 border border-edge bg-primary"
            style={{ backgroundColor: chosenColour(tier.buttonColor) }}
            aria-hidden="true"
          />
          Button “{tier.buttonText || 'Subscribe Now'}”
        </p>
        <p className="mt-1 text-sm">{soldBy(tier)}</p>
        {tier.isPlanOutdated && <OutdatedPlan tier={tier} disabled={disabled} />}
      </div>
      <div className="mt-4 flex flex-wrap items-center border-base-300 border-t pt-3">
        <Button
          id={editButtonId(tier.id)}
          tone="outline"
          className="px-3"
          disabled={disabled}
          onClick={onEdit}
          aria-label={`Edit ${tier.name}`}
        >
          Edit
        </Button>
        <Button tone="quiet" className="px-3" disabled={disabled} onClick={onDelete} aria-label={`Delete ${tier.name}`}>
          Delete
        </Button>
        <span className="ml-auto">{controls}</span>
      </div>
    </article>
  )
}

/** Says that the plan charges another amount than the price with GST, and offers to create a new plan. */
function OutdatedPlan({ tier, disabled }: { tier: Tier; disabled: boolean }) {
  const report = useReport()
  const { mutateAsync, isPending } = useCreatePlan()
  const [isAsking, setAsking] = useState(false)
  const charged = exactPrice(tier.breakdown.totalAmount, tier.currency)
  return (
    <div className="mt-3">
      <Notice tone="warning" title="The Razorpay plan is outdated">
        It charges {charged}, which is not {exactPrice(tier.price, tier.currency)} with {tier.breakdown.gstRate}% GST.
        The plans page shows {charged}, because that is what members pay.
        <Button tone="outline" className="mt-2" disabled={disabled} onClick={() => setAsking(true)}>
          Create a new plan at Razorpay
        </Button>
      </Notice>
      <Confirm
        open={isAsking}
        title={`Create a new plan for ${tier.name}?`}
        confirmLabel="Create the plan"
        busy={isPending}
        isDestructive={false}
        onConfirm={async () => {
          await report(mutateAsync(tier), {
            done: (changed) => ({
              title: 'Plan Created',
              description: `New members pay ${exactPrice(changed.breakdown.totalAmount, changed.currency)}.`,
            }),
            failed: 'The plan was not created',
          })
          setAsking(false)
        }}
        onClose={() => setAsking(false)}
      >
        <p>
          We create a Razorpay plan for the price with today’s GST. Members who join from now on pay this price.
          Existing mandates continue to charge {charged}.
        </p>
      </Confirm>
    </div>
  )
}

function soldBy({ razorpayPaymentLink, razorpayPlanId, renews }: Tier): string {
  if (razorpayPaymentLink) return 'Paid on a separate payment page'
  if (renews) return 'Paid in the checkout, renewed by Razorpay'
  return razorpayPlanId
    ? 'Paid once, in the checkout. The price is above ₹15,000, the limit of a mandate, so members renew with a link'
    : 'Paid once, in the checkout'
}
