import { date } from '@/lib/formats'
import type { Mine } from '@/lib/generated'

/** What a member can do with a tier, beside what they hold. */
export type Offer = {
  /** Whether it can be bought now. */
  forSale: boolean
  /** Marks the tier that they hold. */
  badge?: string
  /** What a purchase means for them, or why there is none. */
  note?: string
}

/** What a tier is to a member: the one that they hold, one that would take its place, or one that makes no sense. */
export function offerOf(mine: Mine, tier: { id: string; duration: string }): Offer {
  const { membership, entitlement, subscription } = mine
  const hasAccess = entitlement.state === 'active' || entitlement.state === 'grace'
  const holds = hasAccess && membership?.tierId === tier.id
  const badge = holds ? 'Your membership' : undefined
  if (hasAccess && membership?.endsAt === null) {
    if (holds) return { forSale: false, badge, note: 'You hold it for life.' }
    if (tier.duration !== 'lifetime')
      return { forSale: false, note: 'You are a member for life: nothing needs renewing.' }
    return { forSale: true }
  }
  if (subscription?.tierId === tier.id && !subscription.cancelAtPeriodEnd) {
    const end = subscription.nextChargeAt
    if (subscription.state === 'pending')
      return {
        forSale: false,
        badge,
        note: 'Your bank has not let the last charge through yet. It is tried again by itself.',
      }
    if (subscription.state === 'active' || subscription.state === 'authenticated')
      return { forSale: false, badge, note: end ? `It renews on ${date(end)}.` : 'It renews automatically.' }
    return { forSale: true, badge, note: 'A new mandate takes the place of the one that no longer works.' }
  }
  if (hasAccess && tier.duration === 'lifetime') {
    const renews = subscription && !subscription.cancelAtPeriodEnd
    return { forSale: true, note: renews ? 'It begins at once, and your mandate ends.' : 'It begins at once.' }
  }
  if (entitlement.state === 'active' && membership?.endsAt) {
    const end = date(accessEnd(mine))
    // the tier's own words say that it renews; what was cancelled, or is paid each time, does not
    const note = holds
      ? `Yours ends on ${end} and does not renew. Bought now, it goes on from there.`
      : `It begins when what you have paid for ends, on ${end}.`
    return { forSale: true, badge, note }
  }
  return { forSale: true, badge }
}

// The paid term of another tier may follow the present one.
function accessEnd({ membership, entitlement }: Mine): string {
  return entitlement.next?.endsAt ?? membership?.endsAt ?? ''
}
