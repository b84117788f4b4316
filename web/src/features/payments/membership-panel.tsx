import { date } from '@/lib/formats'
import { paths } from '@/lib/paths'
import { Badge, type BadgeTone } from '@/ui/badge'
import { ButtonLink } from '@/ui/button'
import { DotRing } from '@/ui/dot-ring'
import type { Entitlement, Mandate, Membership } from './api'
import { termOf } from './term'

const badges: Readonly<Record<Membership['status'], { label: string; tone: BadgeTone }>> = {
  active: { label: 'Active', tone: 'success' },
  ended: { label: 'Ended', tone: 'outline' },
  grace: { label: 'In grace period', tone: 'warning' },
  upcoming: { label: 'Starts later', tone: 'outline' },
  revoked: { label: 'Ended', tone: 'outline' },
}

type MembershipPanelProps = { membership: Membership; entitlement: Entitlement; mandate: Mandate | null }

/** The member's membership, with its term as a ring. */
export function MembershipPanel({ membership, entitlement, mandate }: MembershipPanelProps) {
  const term = termOf(membership, new Date(), entitlement)
  const status = entitlement.state === 'grace' ? 'grace' : membership.status
  const badge = badges[status]
  // A member whose mandate is still being charged is not asked to buy again.
  const mayBuy = status === 'ended' || status === 'revoked' || (status === 'grace' && mandate?.state !== 'pending')
  // The office and companies decide about the terms that they give.
  const isOwnPurchase = entitlement.source !== 'complimentary' && entitlement.source !== 'seat'
  const mayRenew = status === 'active' && membership.endsAt !== null && !mandate && !entitlement.next && isOwnPurchase
  return (
    <div className="flex flex-col items-start gap-8 sm:flex-row sm:items-center">
      <div className="relative size-52 shrink-0">
        <DotRing dots={48} share={term.share} className="size-full text-primary" />
        <p className="absolute inset-0 flex flex-col items-center justify-center text-center" aria-hidden="true">
          <span className="font-serif text-4xl tabular-nums tracking-tight">{term.figure}</span>
          <span className="max-w-32 text-quiet text-sm">{term.unit}</span>
        </p>
      </div>
      <div>
        <Badge tone={badge.tone}>{badge.label}</Badge>
        <h2 className="display-2 mt-4">{membership.tierName}</h2>
        <p className="mt-3 max-w-text text-quiet">{term.sentence}</p>
        {entitlement.next && (
          <p className="mt-2 text-quiet">
            {entitlement.next.tierName} follows on {date(entitlement.next.startsAt)}.
          </p>
        )}
        {mayRenew && (
          <p className="mt-2 max-w-text text-quiet">
            It does not renew automatically. You can renew it at any time. The new term starts when this one ends.
          </p>
        )}
        {(mayBuy || mayRenew) && (
          <ButtonLink to={paths.membershipPlans} className="mt-6">
            {mayBuy ? 'Choose a plan' : 'Renew'}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
