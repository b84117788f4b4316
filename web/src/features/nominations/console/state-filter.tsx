import type { NominationStates } from '@/lib/generated'
import type { BadgeTone } from '@/ui/badge'
import { TabCount, TabLine, tabLook } from '@/ui/link-tabs'
import { useStateCounts } from './api'

/** What reviewers read for each state of a nomination. */
export const states: Readonly<Record<string, { label: string; tone: BadgeTone }>> = {
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

type StateFilterProps = { selected: string; onSelect: (state: string) => void }

/** Which nominations are shown: the open ones, those of one state, or all. */
export function StateFilter({ selected, onSelect }: StateFilterProps) {
  const counts = useStateCounts().data
  const choices = [
    { state: '', label: 'Open', count: counts && counts.submitted + counts.in_review + counts.info_requested },
    ...Object.entries(states).map(([state, { label }]) => ({
      state,
      label,
      count: counts?.[state as keyof NominationStates],
    })),
    { state: 'all', label: 'All', count: counts && Object.values(counts).reduce((sum, count) => sum + count, 0) },
  ]
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">State</legend>
      <TabLine at={selected}>
        {choices.map(({ state, label, count }) => (
          <li key={label}>
            <button
              type="button"
              aria-pressed={state === selected}
              className={tabLook(state === selected)}
              onClick={() => onSelect(state)}
            >
              {label}
              {count !== undefined && <TabCount>{count}</TabCount>}
            </button>
          </li>
        ))}
      </TabLine>
    </fieldset>
  )
}
