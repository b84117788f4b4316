import { labelOf, nominationLabels } from '@/lib/option-labels'
import { Day } from '@/ui/moment'
import type { BoardSeat } from './api'
import { committees } from './labels'

/** What a list says about a board seat, in a line. */
export function SeatLine({ seat }: { seat: BoardSeat }) {
  const facts = [seat.company || 'Company confidential', labelOf(nominationLabels.industry, seat.sector), seat.city]
  return <span>{facts.join(' · ')}</span>
}

/** The facts about a board seat. */
export function SeatFacts({ seat }: { seat: Omit<BoardSeat, 'isOwn'> }) {
  const facts: [string, React.ReactNode][] = [
    ['Company', seat.company || 'Confidential'],
    ['Sector', labelOf(nominationLabels.industry, seat.sector)],
    ['City', seat.city],
    ['Committee', seat.committee && committees[seat.committee]],
    ['Eligibility', eligibility(seat)],
    ['Last day', <Day key="day" at={seat.closesAt} />],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-quiet">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function eligibility({ isListed, isIndependent }: Pick<BoardSeat, 'isListed' | 'isIndependent'>): string {
  if (isListed && isIndependent) return 'Independent director of a listed company'
  if (isListed) return 'Listed company'
  return isIndependent ? 'Independent director' : ''
}
