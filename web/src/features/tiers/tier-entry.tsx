import type { CSSProperties, ReactNode } from 'react'
import { useHref } from 'react-router'
import type { Tier } from '@/lib/api-types'
import { readableOn } from '@/lib/contrast'
import { exactPrice } from '@/lib/formats'
import { paths } from '@/lib/paths'
import { EditedElsewhere, PlanText, useTexts } from '@/lib/texts'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { DotRing } from '@/ui/dot-ring'
import { PromiseLink } from '@/ui/promise-link'
import { chosenColour } from './button-colour'
import { durationWords } from './duration'

/** A tier for this reader: whether they can buy it, and how it compares with the membership they have. */
export type TierOffer = { forSale: boolean; badge?: ReactNode; note?: ReactNode }

type TierEntryProps = { tier: Tier; busy: boolean; offer?: TierOffer; onChoose: (tier: Tier) => void }

/** A tier: its description, its features and its price. */
export function TierEntry({ tier, busy, offer = { forSale: true }, onChoose }: TierEntryProps) {
  const text = useTexts('plans')
  const { term, badge, months } = durationWords(tier.duration, tier.renews)
  const { gstRate, totalAmount } = tier.breakdown
  const screenOf = (feature: string) => tier.screens.find((row) => row.feature === feature)?.screen ?? ''
  return (
    <article
      aria-labelledby={`tier-${tier.slug}`}
      className="grid gap-x-12 gap-y-8 border-base-300 border-t py-10 md:grid-cols-2 md:py-14 lg:grid-cols-[minmax(0,4fr)_minmax(0,5fr)_minmax(0,3fr)]"
    >
      <div className="flex gap-5 md:col-span-2 lg:col-span-1 lg:flex-col">
        {/* The duration as a ring of twelve dots: one for a month, all for a year. A lifetime has its own ring. */}
        <DotRing
          dots={tier.duration === 'lifetime' ? 48 : 12}
          share={months / 12}
          className="size-16 shrink-0 text-primary lg:size-20"
        />
        <div>
          <h2 id={`tier-${tier.slug}`} className="display-2">
            <PlanText translation={tier.translation?.name}>{tier.name}</PlanText>
          </h2>
          <p className="mt-4 flex flex-wrap gap-2">
            <Badge tone="outline">{text(badge)}</Badge>
            {offer.badge && <Badge tone="success">{offer.badge}</Badge>}
          </p>
        </div>
      </div>
      <div>
        {tier.description && (
          <p className="lede whitespace-pre-line">
            <PlanText translation={tier.translation?.description}>{tier.description}</PlanText>
          </p>
        )}
        {tier.features.length > 0 && (
          <ul className="mt-5">
            {tier.features.map((feature) => (
              <li key={feature} className="flex gap-4 py-2">
                <span className="mt-2.5 size-1.5 shrink-0 rounded-full bg-accent" aria-hidden="true" />
                <div>
                  <PlanText translation={tier.translation?.features[feature]}>{feature}</PlanText>
                  <PromiseLink screen={screenOf(feature)} className="text-sm" />
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex flex-col">
        <p className="font-serif text-5xl tabular-nums tracking-tight">
          <EditedElsewhere from="plans">{exactPrice(tier.price, tier.currency)}</EditedElsewhere>
        </p>
        <p className="mt-2 font-medium">{text(term)}</p>
        {gstRate > 0 && (
          <p className="mt-1 text-quiet text-sm">
            {text('withTax', { amount: exactPrice(totalAmount, tier.currency), rate: String(gstRate) })}
          </p>
        )}
        {offer.note && <p className="mt-4 text-sm">{offer.note}</p>}
        <div className="mt-6">
          {offer.forSale ? (
            <TierButton tier={tier} busy={busy} onChoose={() => onChoose(tier)} />
          ) : (
            <Button id={tierButtonId(tier.id)} tone="outline" busy={busy} onClick={() => onChoose(tier)}>
              {text('team')}
              <OfPlan tier={tier} />
            </Button>
          )}
        </div>
      </div>
    </article>
  )
}

type TierButtonProps = { tier: Tier; busy: boolean; onChoose: () => void }

/**
 * The button that chooses a tier, in the colour that an admin chose, if any. It is in a form, so that it works before
 * the script is loaded.
 */
function TierButton({ tier, busy, onChoose }: TierButtonProps) {
  const text = useTexts('plans')
  return (
    <form
      action={useHref(paths.membershipPlans)}
      method="get"
      onSubmit={(event) => {
        event.preventDefault()
        onChoose()
      }}
    >
      <input type="hidden" name="tierId" value={tier.id} />
      <Button
        type="submit"
        id={tierButtonId(tier.id)}
        busy={busy}
        className="min-h-13 w-full ink:border-edge"
        style={coloured(tier.buttonColor)}
      >
        {tier.buttonText ? (
          <PlanText translation={tier.translation?.buttonText}>{tier.buttonText}</PlanText>
        ) : (
          text('subscribe')
        )}
        <OfPlan tier={tier} />
      </Button>
    </form>
  )
}

/** The name of the plan after the text of its button, for screen readers. */
function OfPlan({ tier }: { tier: Tier }) {
  return (
    <span className="sr-only">
      <EditedElsewhere from="plans">
        : <PlanText translation={tier.translation?.name}>{tier.name}</PlanText>
      </EditedElsewhere>
    </span>
  )
}

/** The id of a tier's button, which takes the focus back when the purchase closes. */
export function tierButtonId(tierId: string): string {
  return `tier-button-${tierId}`
}

function coloured(ground: string): CSSProperties | undefined {
  const chosen = chosenColour(ground)
  if (!chosen) return undefined
  return { '--btn-color': chosen, '--btn-fg': readableOn(chosen) } as CSSProperties
}
