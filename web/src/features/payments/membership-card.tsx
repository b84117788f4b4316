import type { Mine } from '@/lib/api-types'
import { useConfig } from '@/lib/config'
import { date } from '@/lib/formats'
import { classes } from '@/ui/classes'
import { DotRing } from '@/ui/dot-ring'
import { Portrait } from '@/ui/portrait'
import { termOf } from './term'

type MembershipCardProps = {
  name: string
  /** The address of the member's portrait, or "". */
  portrait: string
  mine: Pick<Mine, 'membership' | 'entitlement'>
}

/** A member's card: portrait, name, membership and term. It has the same colours in both themes. */
export function MembershipCard({ name, portrait, mine: { membership, entitlement } }: MembershipCardProps) {
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
        // A portrait moves the name to the right, where only a small ring has room, and none in a narrow card.
        className={classes(
          'absolute -right-12 -bottom-12 size-40 text-primary',
          portrait ? 'max-sm:hidden' : 'sm:-right-14 sm:-bottom-14 sm:size-64',
        )}
      />
      <p className="chapter relative">{config?.siteName ?? 'Boardcircle'}</p>
      <div className="relative flex items-end gap-4 sm:gap-5">
        {portrait && <Portrait src={portrait} name={name} className="size-16 sm:size-20" />}
        <div className="wrap-anywhere min-w-0">
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
      </div>
    </section>
  )
}
