import type { NominationStates } from '@/lib/generated'
import { classes } from '@/ui/classes'
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
    <fieldset className="mb-5 flex flex-wrap gap-x-6 border-base-300 border-b">
      <legend className="sr-only">State</legend>
      {choices.map(({ state, label, count }) => (
        <button
          key={label}
          type="button"
          aria-pressed={state === selected}
          className={classes(
            '-mb-px flex min-h-11 cursor-pointer items-center gap-2 border-b-3',
            state === selected
              ? 'border-primary font-semibold'
              : 'border-transparent text-quiet hover:border-base-300 hover:text-base-content',
          )}
          onClick={() => onSelect(state)}
        >
          {label}
          <span className="text-quiet text-sm tabular-nums">{count?.toLocaleString('en-IN')}</span>
        </button>
      ))}
    </fieldset>
  )
}
