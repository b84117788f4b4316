import { exactPrice, price } from '@/lib/formats'
import type { Tier } from '@/lib/generated'
import { Badge } from '@/ui/badge'
import { DotRing } from '@/ui/dot-ring'
import { durationWords } from './duration'
import { PlanButton } from './plan-button'

type PlanEntryProps = { tier: Tier; busy: boolean; onChoose: (tier: Tier) => void }

/** A plan as an entry of a register: what it is, what it brings, what it costs. */
export function PlanEntry({ tier, busy, onChoose }: PlanEntryProps) {
  const { term, badge, months } = durationWords(tier.duration)
  const { gstRate, totalAmount } = tier.breakdown
  return (
    <article
      aria-labelledby={`tier-${tier.slug}`}
      className="grid gap-x-12 gap-y-8 border-base-300 border-t py-10 md:grid-cols-2 md:py-14 lg:grid-cols-[minmax(0,4fr)_minmax(0,5fr)_minmax(0,3fr)]"
    >
      <div className="flex gap-5 md:col-span-2 lg:col-span-1 lg:flex-col">
        {/* The year as a ring of twelve: a month of it, all of it, or the circle for good. */}
        <DotRing
          dots={tier.duration === 'lifetime' ? 48 : 12}
          share={months / 12}
          className="size-16 shrink-0 text-primary lg:size-20"
        />
        <div>
          <h2 id={`tier-${tier.slug}`} className="display-2">
            {tier.name}
          </h2>
          <p className="mt-4">
            <Badge tone="outline">{badge}</Badge>
          </p>
        </div>
      </div>
      <div>
        {tier.description && <p className="lede whitespace-pre-line">{tier.description}</p>}
        {tier.features.length > 0 && (
          <ul className="mt-5">
            {tier.features.map((feature) => (
              <li key={feature} className="flex gap-4 py-2">
                <span className="mt-2.5 size-1.5 shrink-0 rounded-full bg-accent" aria-hidden="true" />
                {feature}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex flex-col">
        <p className="font-serif text-5xl tabular-nums tracking-tight">{price(tier.price, tier.currency)}</p>
        <p className="mt-2 font-medium">{term}</p>
        {gstRate > 0 && (
          <p className="mt-1 text-quiet text-sm">
            {exactPrice(totalAmount, tier.currency)} including {gstRate}% GST
          </p>
        )}
        <div className="mt-6">
          <PlanButton tier={tier} busy={busy} onChoose={() => onChoose(tier)} />
        </div>
      </div>
    </article>
  )
}
