import { type RefObject, useEffect } from 'react'
import { Link } from 'react-router'
import { areas } from '@/lib/areas'
import { consolePaths } from '@/lib/console-paths'
import { count } from '@/lib/formats'
import { useList } from '@/lib/list'
import { Breaks, EmailText } from '@/ui/email-address'
import { type Column, ListTable } from '@/ui/list-table'
import { Moment } from '@/ui/moment'
import type { MemberImport } from './api'

const columns: readonly Column<MemberImport>[] = [
  {
    key: 'file',
    header: 'File',
    cell: ({ fileName, invite }) => (
      <>
        <span className="block font-medium">
          <Breaks text={fileName} after={/(?<=[._-])/} />
        </span>
        <span className="text-quiet text-sm">{invite ? 'With emails' : 'Without emails'}</span>
      </>
    ),
  },
  {
    key: 'when',
    header: 'Started',
    sort: 'createdAt',
    width: 9,
    cell: ({ createdAt, actor, decidedBy }) => (
      <>
        <Moment at={createdAt} />
        <span className="block text-quiet text-sm">
          by <EmailText address={actor} />
          {decidedBy && (
            <>
              , confirmed by <EmailText address={decidedBy} />
            </>
          )}
        </span>
      </>
    ),
  },
  { key: 'progress', header: 'Progress', cell: (row) => <ImportProgress row={row} /> },
  { key: 'created', header: 'Created', numeric: true, width: 6, cell: ({ created }) => count(created) },
  {
    key: 'existing',
    header: 'Existing',
    numeric: true,
    width: 6.5,
    from: '4xl',
    cell: ({ existing }) => count(existing),
  },
  {
    key: 'memberships',
    header: 'Memberships',
    numeric: true,
    width: 8,
    from: '4xl',
    cell: ({ memberships }) => count(memberships),
  },
  { key: 'wrong', header: 'Invalid', numeric: true, width: 5.5, cell: ({ wrong }) => count(wrong) },
  { key: 'invited', header: 'Emails', numeric: true, width: 5.5, cell: ({ invited }) => count(invited) },
]

// Polling, in addition to realtime events, covers a lost connection.
const pollingMilliseconds = 3000

/** The imports, newest first. A running import shows its progress. */
export function ImportHistory({ heading }: { heading: RefObject<HTMLHeadingElement | null> }) {
  const list = useList({
    key: areas.imports,
    route: 'GET /api/members/imports',
    perPage: 20,
  })
  const isRunning = list.rows?.some(({ state }) => state === 'running') ?? false
  const refresh = list.refresh

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(refresh, pollingMilliseconds)
    return () => clearInterval(timer)
  }, [isRunning, refresh])

  return (
    <section aria-labelledby="imports-so-far">
      <h2 id="imports-so-far" ref={heading} tabIndex={-1} className="display-3 mb-4">
        Imports
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

/** The progress of an import, or its errors when it is done. */
function ImportProgress({ row: { fileName, state, rows, handled, wrong, problems } }: { row: MemberImport }) {
  if (state === 'waiting')
    return (
      <>
        A second administrator must confirm it under{' '}
        <Link to={consolePaths.approvals} className="text-link">
          Approvals
        </Link>
      </>
    )
  if (state === 'refused') return <>Refused. Nothing was created</>
  return (
    <>
      {state === 'running' ? (
        <>
          <progress
            className="progress progress-primary block w-full"
            value={handled}
            max={rows}
            aria-label={`Importing ${fileName}`}
          />
          <span className="text-quiet text-sm tabular-nums">
            {count(handled)} of {count(rows)}
          </span>
        </>
      ) : (
        <span>Done, {rows === 1 ? '1 row' : `${count(rows)} rows`}</span>
      )}
      {problems.length > 0 && (
        <details className="mt-1">
          <summary className="min-h-8 cursor-pointer text-sm">Errors</summary>
          <ul className="max-h-60 max-w-md overflow-y-auto text-left text-sm">
            {problems.map(({ line, email, reason }) => (
              <li key={line} className="border-base-300 border-t py-1.5">
                Line {count(line)} {email && `(${email})`}: {reason}
              </li>
            ))}
          </ul>
          {wrong > problems.length && (
            <p className="text-quiet text-sm">
              The first {count(problems.length)} of {count(wrong)}.
            </p>
          )}
        </details>
      )}
    </>
  )
}
