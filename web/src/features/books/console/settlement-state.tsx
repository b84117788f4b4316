import { exactPrice } from '@/lib/formats'
import type { Settlement } from '@/lib/generated'
import { Badge, type BadgeTone } from '@/ui/badge'

/** How a settlement stands against its items. */
export const settlementStates: Readonly<Record<string, { label: string; tone: BadgeTone }>> = {
  matched: { label: 'Agrees', tone: 'success' },
  differs: { label: 'Differs', tone: 'danger' },
  awaiting: { label: 'Items to come', tone: 'outline' },
}

/** Whether a settlement agrees with its items, and by how much it does not. */
export function SettlementState({ settlement: { state, difference } }: { settlement: Settlement }) {
  const { label, tone } = settlementStates[state] ?? { label: state, tone: 'plain' as const }
  return (
    <Badge tone={tone}>
      {label}
      {state === 'differs' && ` by ${exactPrice(difference.replace('-', ''), 'INR')}`}
    </Badge>
  )
}
