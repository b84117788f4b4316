import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import type { AuditEntry } from '@/lib/generated'
import { Spinner } from '@/ui/spinner'
import { changeQuery } from './calls'
import { differences } from './difference'
import { sentenceOf } from './sentences'

/** What was done, in a sentence that opens to what stood there before and after. */
export function EntryWhat({ entry }: { entry: AuditEntry }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className="-my-2.5 flex min-h-11 cursor-pointer items-center gap-2 py-1 text-left hover:underline"
        onClick={() => setOpen(!isOpen)}
      >
        <svg viewBox="0 0 8 8" className="size-2.5 shrink-0" fill="currentColor" aria-hidden="true">
          <path d={isOpen ? 'M0 1.5h8L4 7z' : 'M1.5 0v8L7 4z'} />
        </svg>
        <span>{sentenceOf(entry)}</span>
      </button>
      <div id={id} hidden={!isOpen} className="mt-2 text-left">
        {isOpen && <Details entry={entry} />}
      </div>
    </>
  )
}

function Details({ entry }: { entry: AuditEntry }) {
  const { data, error } = useQuery(changeQuery(entry.id))
  if (error) return <p className="text-error">{messageOf(error, 'This entry could not be read.')}</p>
  if (!data) return <Spinner label="Loading…" />
  const changes = differences(data)
  if (changes.length === 0) return <p className="text-quiet">There is no more to tell about this.</p>
  const isNote = changes.every(({ before }) => before === undefined)
  return (
    <dl className="grid gap-x-5 gap-y-2 border-base-300 border-l-2 py-1 pl-4 text-sm sm:grid-cols-[minmax(6rem,auto)_1fr]">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="contents">
          <dt className="text-quiet max-sm:-mb-2">{field}</dt>
          <dd className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {before !== undefined && (
              <del className="text-error">
                <span className="sr-only">Before: </span>
                {before}
              </del>
            )}
            {before !== undefined && after !== undefined && <span aria-hidden="true"> → </span>}
            {after !== undefined &&
              (isNote ? (
                after
              ) : (
                <ins className="no-underline">
                  <span className="sr-only">After: </span>
                  {after}
                </ins>
              ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
