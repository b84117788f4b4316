import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { CaseLink, type Subject } from '@/ui/case-link'
import { classes } from '@/ui/classes'
import { PersonLink } from '@/ui/person-link'
import { Skeleton } from '@/ui/skeleton'
import type { AuditEntry } from './api'
import { changeQuery } from './api'
import { differences, type FieldChange } from './difference'
import { sentenceOf } from './sentences'

/** The entry's action as a sentence. It opens to show the values before and after. */
export function EntryWhat({ entry }: { entry: AuditEntry }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className="-my-2.5 flex min-h-11 cursor-pointer items-baseline gap-2 py-2.5 text-left hover:underline"
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight className={classes('size-3.5 shrink-0 self-center', isOpen && 'rotate-90')} />
        <span>{sentenceOf(entry)}</span>
      </button>
      <div id={id} hidden={!isOpen} className="mt-2 text-left">
        {isOpen && <Details entry={entry} />}
        {isOpen && entry.subjectId && aboutPeople.has(entry.subject) && (
          <p className="mt-2 flex flex-wrap gap-x-5">
            <PersonLink id={entry.subjectId}>Show profile</PersonLink>
            {cases[entry.subject] && (
              <CaseLink subject={cases[entry.subject]} id={entry.subjectId}>
                Show {cases[entry.subject]}
              </CaseLink>
            )}
          </p>
        )}
      </div>
    </>
  )
}

// The collections whose records belong to a person.
const aboutPeople = new Set(['users', 'people', 'registrations', 'transactions', 'email_logs'])

// The collections whose records have their own page, besides the person's page.
const cases: Readonly<Partial<Record<string, Subject>>> = { registrations: 'nomination', transactions: 'transaction' }

function Details({ entry }: { entry: AuditEntry }) {
  const { data, error } = useQuery(changeQuery(entry.id))
  if (error) return <p className="text-error">{messageOf(error, 'This entry could not be loaded.')}</p>
  if (!data) return <Skeleton lines={2} />
  const changes = differences(data)
  if (changes.length === 0) return <p className="text-quiet">There are no more details.</p>
  const isNote = changes.every(({ before }) => before === undefined)
  return (
    <dl className="grid gap-x-5 gap-y-2 border-base-300 border-l-2 py-1 pl-4 text-sm sm:grid-cols-[minmax(6rem,auto)_minmax(0,1fr)]">
      {changes.map((change) => (
        <div key={change.field} className="contents">
          <dt className="text-quiet max-sm:-mb-2">{change.field}</dt>
          <dd className="min-w-0 whitespace-pre-wrap">{isNote ? change.after : <Values {...change} />}</dd>
        </div>
      ))}
    </dl>
  )
}

const short = 60

// Long texts are shown one below the other, to be readable.
function Values({ before = '', after = '' }: Pick<FieldChange, 'before' | 'after'>) {
  const apart = before.length + after.length > short
  return (
    <>
      {before && (
        <del className={classes('text-error', apart && 'block')}>
          <span className="sr-only">Before: </span>
          {before}
        </del>
      )}
      {before && after && !apart && <span aria-hidden="true"> → </span>}
      {after && (
        <ins className={classes('no-underline', apart && 'block', apart && before && 'mt-1.5')}>
          <span className="sr-only">After: </span>
          {after}
        </ins>
      )}
    </>
  )
}
