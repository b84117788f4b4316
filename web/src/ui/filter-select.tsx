import { useId } from 'react'
import type { List } from '@/lib/list'

type FilterSelectProps = {
  list: List<unknown>
  /** The filter's name, as the route knows it. */
  name: string
  label: string
  /** What is said where the filter leaves nothing out. */
  all: string
  options: readonly { value: string; label: string }[]
}

/** Narrows a list to the rows with one value. */
export function FilterSelect({ list, name, label, all, options }: FilterSelectProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        className="select"
        value={list.filter(name)}
        onChange={(event) => list.setFilter(name, event.target.value)}
      >
        <option value="">{all}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
