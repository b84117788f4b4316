import { useConfig } from '@/lib/config'
import { date } from '@/lib/formats'
import type { Entitlement, Mandate, Membership, Mine } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { Badge, type BadgeTone } from '@/ui/badge'
import { ButtonLink } from '@/ui/button'
import { DotRing } from '@/ui/dot-ring'
import { termOf } from './term'

const badges: Readonly<Record<string, { label: string; tone: BadgeTone }>> = {
  active: { label: 'Active', tone: 'success' },
  ended: { label: 'Ended', tone: 'outline' },
  grace: { label: 'In grace', tone: 'warning' },
  upcoming: { label: 'Begins later', tone: 'outline' },
  revoked: { label: 'Ended', tone: 'outline' },
}

type MembershipPanelProps = { membership: Membership; entitlement: Entitlement; mandate: Mandate | null }

/** The membership that a member holds, its term as a ring that fills. */
export function MembershipPanel({ membership, entitlement, mandate }: MembershipPanelProps) {
  const term = termOf(membership, new Date(), entitlement)
  const status = entitlement.state === 'grace' ? 'grace' : membership.status
  const badge = badges[status] ?? { label: status, tone: 'outline' }
  // Who has a mandate that still tries is not asked to buy again.
  const mayBuy = status === 'ended' || status === 'revoked' || (status === 'grace' && mandate?.state !== 'pending')
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
        {mayBuy && (
          <ButtonLink to={paths.membershipPlans} className="mt-6">
            Choose a plan
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

type MembershipCardProps = { name: string; mine: Pick<Mine, 'membership' | 'entitlement'> }

/** A member's card: her name, her membership, and its term. It is ink on paper and on ink alike. */
export function MembershipCard({ name, mine: { membership, entitlement } }: MembershipCardProps) {
  const config = useConfig()
  const term = membership && termOf(membership, new Date(), entitlement)
  return (
    <section
      aria-label="Membership card"
      data-theme="ink"
      className="relative flex aspect-[1.586] w-full max-w-md flex-col justify-between overflow-hidden border border-base-300 bg-base-200 p-6 text-base-content sm:p-8"
    >
      <DotRing
        dots={48}
        share={term ? term.share : 0}
        className="absolute -right-12 -bottom-12 size-40 text-primary sm:-right-14 sm:-bottom-14 sm:size-64"
      />
      <p className="chapter relative">{config?.siteName ?? 'Boardcircle'}</p>
      <div className="wrap-anywhere relative">
        <p className="font-serif text-3xl leading-tight tracking-tight">{name}</p>
        <p className="mt-2">{membership ? membership.tierName : 'No membership yet'}</p>
        {membership && term && (
          <p className="text-quiet text-sm">
            {membership.endsAt === null && entitlement.state === 'active'
              ? `For life, since ${date(membership.startsAt)}`
              : `${term.figure} ${term.unit}`}
          </p>
        )}
      </div>
    </section>
  )
}
