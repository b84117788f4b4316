import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { List } from '@/lib/list'
import { Button } from '@/ui/button'
import type { AuditEntry } from './api'
import { choicesQuery } from './api'
import { actionName, subjectName } from './sentences'

/** Filters the log by actor, action, subject and time. The choices are stored in the address. */
export function AuditFilters({ list }: { list: List<AuditEntry> }) {
  const choices = useQuery(choicesQuery).data
  return (
    <div className="grid w-full grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-5 *:first:max-md:col-span-2">
      <Choice list={list} name="actor" label="Who" everything="Everyone" values={choices?.actors} />
      <Choice
        list={list}
        name="action"
        label="Action"
        everything="All actions"
        values={choices?.actions}
        say={actionName}
      />
      <Choice
        list={list}
        name="subject"
        label="Subject"
        everything="All subjects"
        values={choices?.subjects}
        say={subjectName}
      />
      <Day list={list} name="from" label="From (IST)" />
      <Day list={list} name="to" label="Until (IST)" />
      {list.isNarrowed && (
        <Button tone="outline" className="justify-self-start whitespace-nowrap" onClick={list.clear}>
          Show all
        </Button>
      )}
    </div>
  )
}

type ChoiceProps = {
  list: List<AuditEntry>
  name: string
  label: string
  everything: string
  values: string[] | undefined
  say?: (value: string) => string
}

function Choice({ list, name, label, everything, values = [], say = (value) => value }: ChoiceProps) {
  const id = useId()
  const chosen = list.filter(name)
  // The value in the address is always an option, even while the options are loading.
  const options = chosen && !values.includes(chosen) ? [chosen, ...values] : values
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <select
        id={id}
        className="select w-full"
        value={chosen}
        onChange={(event) => list.setFilter(name, event.target.value)}
      >
        <option value="">{everything}</option>
        {options.map((value) => (
          <option key={value} value={value}>
            {say(value)}
          </option>
        ))}
      </select>
    </div>
  )
}

function Day({ list, name, label }: { list: List<AuditEntry>; name: string; label: string }) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <input
        id={id}
        type="date"
        className="input"
        value={list.filter(name)}
        onChange={(event) => list.setFilter(name, event.target.value)}
      />
    </div>
  )
}
