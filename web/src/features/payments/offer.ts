import type { ReactNode } from 'react'
import type { Mine } from '@/lib/api-types'
import type { BuiltInTexts, TextReader } from '@/lib/texts'

/** What a member can do with a tier, given the membership that they have. */
export type Offer = {
  /** Whether the member can buy the tier now. */
  forSale: boolean
  /** Set if the member has this tier. */
  badge?: ReactNode
  /** The effect of a purchase, or the reason why it is not possible. */
  note?: ReactNode
}

/** The texts of offers, and how the language of the page writes a date. */
export type OfferWords = { text: TextReader<BuiltInTexts<'checkout'>['offers']>; date: (time: string) => string }

/**
 * Compares a tier with the member's membership: it is the current tier, it would replace that, or buying it makes no
 * sense.
 */
export function offerOf(mine: Mine, tier: { id: string; duration: string }, { text, date }: OfferWords): Offer {
  const { membership, entitlement, subscription } = mine
  const hasAccess = entitlement.state === 'active' || entitlement.state === 'grace'
  const holds = hasAccess && membership?.tierId === tier.id
  const badge = holds ? text('own') : undefined
  if (hasAccess && membership?.endsAt === null) {
    if (holds) return { forSale: false, badge, note: text('lifetime') }
    if (tier.duration !== 'lifetime') return { forSale: false, note: text('noRenewal') }
    return { forSale: true }
  }
  if (subscription?.tierId === tier.id && !subscription.cancelAtPeriodEnd) {
    const end = subscription.nextChargeAt
    if (subscription.state === 'pending')
      return {
        forSale: false,
        badge,
        note: text('retrying'),
      }
    if (subscription.state === 'active' || subscription.state === 'authenticated')
      return { forSale: false, badge, note: end ? text('renewsOn', { date: date(end) }) : text('renews') }
    return { forSale: true, badge, note: text('newMandate') }
  }
  if (hasAccess && tier.duration === 'lifetime') {
    const renews = subscription && !subscription.cancelAtPeriodEnd
    return { forSale: true, note: text(renews ? 'replaces' : 'now') }
  }
  if (entitlement.state === 'active' && membership?.endsAt) {
    const end = date(accessEnd(mine))
    // The tier's text says that it renews. That is untrue for a cancelled mandate and for terms paid one by one.
    const note = text(holds ? 'again' : 'next', { date: end })
    return { forSale: true, badge, note }
  }
  return { forSale: true, badge }
}

// The last day of access. The paid term of another tier may follow the current one.
function accessEnd({ membership, entitlement }: Mine): string {
  return entitlement.next?.endsAt ?? membership?.endsAt ?? ''
}

/** Returns the name of the plan that gives the member access now, if it is not among those on sale. */
export function retiredPlan({ membership, entitlement }: Mine, tiers: readonly { id: string }[]): string | undefined {
  const hasAccess = entitlement.state === 'active' || entitlement.state === 'grace'
  return hasAccess && tiers.every(({ id }) => id !== membership?.tierId) ? membership?.tierName : undefined
}
