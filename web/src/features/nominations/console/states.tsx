import type { ReactNode } from 'react'
import type { NominationStates } from '@/lib/generated'
import type { BadgeTone } from '@/ui/badge'
import { FilterTabs } from '@/ui/tabs'
import { useStateCounts } from './api'

/** What reviewers read for each state of a nomination. */
const states: Readonly<Record<string, { label: string; tone: BadgeTone }>> = {
  submitted: { label: 'Submitted', tone: 'brand' },
  in_review: { label: 'In review', tone: 'plain' },
  info_requested: { label: 'Question asked', tone: 'warning' },
  approved: { label: 'Approved', tone: 'success' },
  declined: { label: 'Declined', tone: 'outline' },
}

/** The state as a badge shows it; one that we don't know reads as it is. */
export function stateOf(status: string): { label: string; tone: BadgeTone } {
  return states[status] ?? { label: status, tone: 'outline' }
}

type StateTabsProps = { selected: string; onSelect: (state: string) => void; children: ReactNode }

// The address of the open ones names no state.
const open = 'open'

/** Which nominations are shown: the open ones, those of one state, or all. */
export function StateTabs({ selected, onSelect, children }: StateTabsProps) {
  const counts = useStateCounts().data
  const tabs = [
    { id: open, label: 'Open', count: counts && counts.submitted + counts.in_review + counts.info_requested },
    ...Object.entries(states).map(([id, { label }]) => ({ id, label, count: counts?.[id as keyof NominationStates] })),
    { id: 'all', label: 'All', count: counts && Object.values(counts).reduce((sum, count) => sum + count, 0) },
  ]
  return (
    <FilterTabs
      label="State"
      tabs={tabs}
      selected={selected || open}
      onSelect={(id) => onSelect(id === open ? '' : id)}
    >
      {children}
    </FilterTabs>
  )
}
