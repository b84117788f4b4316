import type { ReactNode } from 'react'
import type { Tier } from '@/lib/api-types'
import { exactPrice } from '@/lib/formats'
import { EditedElsewhere, PlanText, useTexts } from '@/lib/texts'
import { Badge } from '@/ui/badge'
import { classes } from '@/ui/classes'
import { DotRing } from '@/ui/dot-ring'
import { durationWords } from './duration'

/** The plans side by side: three in a row on a wide screen, one below the other on a phone. */
export function PlanGrid({ children }: { children: ReactNode }) {
  return <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3 lg:gap-8">{children}</ul>
}

type PlanCardProps = {
  tier: Tier
  /** The name of the plan as a heading of its level. */
  heading: ReactNode
  /** Says how the plan compares with the reader's membership. */
  badge?: ReactNode
  /** Is shown after a feature, such as a link to its page. */
  afterFeature?: (feature: string) => ReactNode
  /** The features to show; all of them by default. */
  maxFeatures?: number
  /** The end of the card: a button and notes. */
  children?: ReactNode
}

/** A plan: its name, its price and how it is paid, then its description and its features. */
export function PlanCard({ tier, heading, badge, afterFeature, maxFeatures, children }: PlanCardProps) {
  const text = useTexts('plans')
  const { term, badge: payment, months } = durationWords(tier.duration, tier.renews)
  const { gstRate, totalAmount } = tier.breakdown
  return (
    <article
      aria-labelledby={planHeadingId(tier)}
      className={classes(
        'wrap-break-word flex h-full flex-col border p-6 lg:p-7',
        tier.isRecommended ? 'border-base-content' : 'border-base-300',
      )}
    >
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">{heading}</div>
        {/* The duration as a ring of twelve dots: one for a month, all for a year. A lifetime has its own ring. */}
        <DotRing
          dots={tier.duration === 'lifetime' ? 48 : 12}
          share={months / 12}
          className="size-11 shrink-0 text-primary"
        />
      </div>
      <p className="mt-4 font-serif text-4xl tabular-nums tracking-tight lg:text-[2.75rem]">
        <EditedElsewhere from="plans">{exactPrice(tier.price, tier.currency)}</EditedElsewhere>
      </p>
      <p className="mt-2 font-medium">{text(term)}</p>
      {gstRate > 0 && (
        <p className="mt-1 text-quiet text-sm">
          {text('withTax', { amount: exactPrice(totalAmount, tier.currency), rate: String(gstRate) })}
        </p>
      )}
      <p className="mt-4 flex flex-wrap gap-2">
        {tier.isRecommended && <Badge tone="brand">{text('recommended')}</Badge>}
        <Badge tone="outline">{text(payment)}</Badge>
        {badge && <Badge tone="success">{badge}</Badge>}
      </p>
      {tier.description && maxFeatures === undefined && (
        <p className="mt-5 whitespace-pre-line">
          <PlanText translation={tier.translation?.description}>{tier.description}</PlanText>
        </p>
      )}
      {tier.features.length > 0 && (
        <ul className="mt-5 border-base-300 border-t pt-3">
          {tier.features.slice(0, maxFeatures).map((feature) => (
            <li key={feature} className="flex gap-4 py-1.5">
              <span className="mt-2.5 size-1.5 shrink-0 rounded-full bg-accent" aria-hidden="true" />
              <div className="min-w-0">
                <PlanText translation={tier.translation?.features[feature]}>{feature}</PlanText>
                {afterFeature?.(feature)}
              </div>
            </li>
          ))}
        </ul>
      )}
      {children && <div className="mt-auto pt-6">{children}</div>}
    </article>
  )
}

/** The id of the heading of a plan, to which the comparison leads. */
export function planHeadingId(tier: Tier): string {
  return `tier-${tier.slug}`
}
