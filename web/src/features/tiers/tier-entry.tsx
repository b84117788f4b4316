import type { CSSProperties, ReactNode } from 'react'
import { useHref } from 'react-router'
import type { Tier } from '@/lib/api-types'
import { readableOn } from '@/lib/contrast'
import { paths } from '@/lib/paths'
import { EditedElsewhere, PlanText, useTexts } from '@/lib/texts'
import { Button } from '@/ui/button'
import { PromiseLink } from '@/ui/promise-link'
import { chosenColour } from './button-colour'
import { PlanCard, planHeadingId } from './plan-card'

/**
 * A tier for this reader: whether they can buy it, whether they must be approved first, and how it compares with the
 * membership they have.
 */
export type TierOffer = { forSale: boolean; needsApproval?: boolean; badge?: ReactNode; note?: ReactNode }

type TierEntryProps = { tier: Tier; busy: boolean; offer?: TierOffer; onChoose: (tier: Tier) => void }

/** A tier on the plans page, with the button that chooses it. */
export function TierEntry({ tier, busy, offer = { forSale: true }, onChoose }: TierEntryProps) {
  const text = useTexts('plans')
  const screenOf = (feature: string) => tier.screens.find((row) => row.feature === feature)?.screen ?? ''
  return (
    <PlanCard
      tier={tier}
      badge={offer.badge}
      heading={
        <h2 id={planHeadingId(tier)} className="display-3">
          <PlanText translation={tier.translation?.name}>{tier.name}</PlanText>
        </h2>
      }
      afterFeature={(feature) => <PromiseLink screen={screenOf(feature)} className="text-sm" />}
    >
      {offer.note && <p className="mb-4 text-sm">{offer.note}</p>}
      {offer.forSale && !offer.needsApproval ? (
        <TierButton tier={tier} busy={busy} onChoose={() => onChoose(tier)} />
      ) : (
        <Button id={tierButtonId(tier.id)} tone="outline" busy={busy} onClick={() => onChoose(tier)}>
          {text(offer.needsApproval ? 'applyFirst' : 'team')}
          <OfPlan tier={tier} />
        </Button>
      )}
    </PlanCard>
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
