import { useQuery } from '@tanstack/react-query'
import { date } from '@/lib/formats'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import type { SeatPurchase } from './api'
import { seatsQuery } from './api'

/** The memberships that a company has bought, one line per purchase. Empty for members who have bought none. */
export function SeatsSummary() {
  const { data: purchases = [] } = useQuery({ ...seatsQuery, staleTime: 0 })
  const shown = purchases.filter(({ seats }) => seats.some(({ state }) => state !== 'ended'))
  if (shown.length === 0) return null
  const isFree = shown.some((purchase) => countIn(purchase, 'open') > 0)
  return (
    <section aria-labelledby="seats-summary" className="max-w-text border-base-content border-t-2 pt-5">
      <h2 id="seats-summary" className="display-3">
        Memberships for your team
      </h2>
      <ul className="mt-1 text-quiet">
        {shown.map((purchase) => (
          <li key={purchase.transactionId}>{lineOf(purchase)}</li>
        ))}
      </ul>
      <ButtonLink to={paths.accountBilling} tone={isFree ? 'primary' : 'outline'} className="mt-5">
        {isFree ? 'Invite your team' : 'See who has the seats'}
      </ButtonLink>
    </section>
  )
}

function lineOf(purchase: SeatPurchase): string {
  const parts = [
    [countIn(purchase, 'open'), `not assigned (invite by ${date(purchase.claimBy)})`],
    [countIn(purchase, 'invited'), 'invited'],
    [countIn(purchase, 'taken'), 'accepted'],
  ].flatMap(([count, words]) => (count ? `${count} ${words}` : []))
  return `${purchase.tierName}: ${parts.join(', ')}.`
}

function countIn({ seats }: SeatPurchase, state: string): number {
  return seats.filter((seat) => seat.state === state).length
}
