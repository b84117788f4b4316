import type { Mine } from '@/lib/api-types'
import { date } from '@/lib/formats'

/** What a member can do with a tier, given the membership that they have. */
export type Offer = {
  /** Whether the member can buy the tier now. */
  forSale: boolean
  /** Set if the member has this tier. */
  badge?: string
  /** The effect of a purchase, or the reason why it is not possible. */
  note?: string
}

/**
 * Compares a tier with the member's membership: it is the current tier, it would replace that, or buying it makes no
 * sense.
 */
export function offerOf(mine: Mine, tier: { id: string; duration: string }): Offer {
  const { membership, entitlement, subscription } = mine
  const hasAccess = entitlement.state === 'active' || entitlement.state === 'grace'
  const holds = hasAccess && membership?.tierId === tier.id
  const badge = holds ? 'Your membership' : undefined
  if (hasAccess && membership?.endsAt === null) {
    if (holds) return { forSale: false, badge, note: 'You have this membership for life.' }
    if (tier.duration !== 'lifetime')
      return { forSale: false, note: 'You are a member for life, so there is nothing to renew.' }
    return { forSale: true }
  }
  if (subscription?.tierId === tier.id && !subscription.cancelAtPeriodEnd) {
    const end = subscription.nextChargeAt
    if (subscription.state === 'pending')
      return {
        forSale: false,
        badge,
        note: 'Your bank has not accepted the last charge yet. We will try again automatically.',
      }
    if (subscription.state === 'active' || subscription.state === 'authenticated')
      return { forSale: false, badge, note: end ? `It renews on ${date(end)}.` : 'It renews automatically.' }
    return { forSale: true, badge, note: 'A new mandate replaces the mandate that no longer works.' }
  }
  if (hasAccess && tier.duration === 'lifetime') {
    const renews = subscription && !subscription.cancelAtPeriodEnd
    return { forSale: true, note: renews ? 'It starts now and replaces your current mandate.' : 'It starts now.' }
  }
  if (entitlement.state === 'active' && membership?.endsAt) {
    const end = date(accessEnd(mine))
    // The tier's text says that it renews. That is untrue for a cancelled mandate and for terms paid one by one.
    const note = holds
      ? `Your membership ends on ${end} and does not renew. If you buy it now, the new term starts then.`
      : `It starts when the term that you have paid for ends, on ${end}.`
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
