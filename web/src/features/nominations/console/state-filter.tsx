import type { NominationStates } from '@/lib/generated'
import { TabCount, TabLine, tabLook } from '@/ui/tab-line'
import { useStateCounts } from './calls'
import { states } from './states'

type StateFilterProps = { selected: string; onSelect: (state: string) => void }

/** Which nominations are shown: the open ones, those of one state, or all. */
export function StateFilter({ selected, onSelect }: StateFilterProps) {
  const counts = useStateCounts()
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
