import { type RefObject, useEffect } from 'react'
import { date, timeOfDay } from '@/lib/formats'
import type { MemberImport } from '@/lib/generated'
import { useList } from '@/lib/list'
import { count } from '@/lib/member-figures'
import { type Column, ListTable } from '@/ui/list-table'
import { ImportProgress } from './import-progress'

const columns: readonly Column<MemberImport>[] = [
  {
    key: 'file',
    header: 'File',
    cell: ({ fileName, invite }) => (
      <>
        <span className="block min-w-40 font-medium">{fileName}</span>
        <span className="text-quiet text-sm">{invite ? 'With letters' : 'Without letters'}</span>
      </>
    ),
  },
  {
    key: 'when',
    header: 'Begun',
    sort: 'createdAt',
    cell: ({ createdAt, actor }) => (
      <>
        <span className="block whitespace-nowrap">
          {date(createdAt)}, {timeOfDay(createdAt)}
        </span>
        <span className="text-quiet text-sm">by {actor}</span>
      </>
    ),
  },
  { key: 'progress', header: 'Progress', cell: (row) => <ImportProgress row={row} /> },
  { key: 'created', header: 'Created', numeric: true, cell: ({ created }) => count(created) },
  { key: 'existing', header: 'Already there', numeric: true, cell: ({ existing }) => count(existing) },
  { key: 'wrong', header: 'Wrong', numeric: true, cell: ({ wrong }) => count(wrong) },
  { key: 'invited', header: 'Letters', numeric: true, cell: ({ invited }) => count(invited) },
]

// Beside the live hints, for where the line is broken.
const pollingMilliseconds = 3000

type ImportsSoFarProps = {
  heading: RefObject<HTMLHeadingElement | null>
  /** Grows with each import that this page has begun. */
  begun: number
}

/** The imports, the newest first; one under way shows how far it is. */
export function ImportsSoFar({ heading, begun }: ImportsSoFarProps) {
  const list = useList<MemberImport>({ path: '/api/members/imports', topics: ['imports'], perPage: 20 })
  const isRunning = list.rows?.some(({ state }) => state === 'running') ?? false
  const refresh = list.refresh

  // what this page has begun is in the list at once
  useEffect(() => {
    if (begun > 0) refresh()
  }, [begun, refresh])

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(refresh, pollingMilliseconds)
    return () => clearInterval(timer)
  }, [isRunning, refresh])

  return (
    <section aria-labelledby="imports-so-far">
      <h2 id="imports-so-far" ref={heading} tabIndex={-1} className="display-3 mb-4">
        Imports so far
      </h2>
      <ListTable
        caption="Imports"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No imports yet"
        noMatch="No imports match your search criteria."
      />
    </section>
  )
}
