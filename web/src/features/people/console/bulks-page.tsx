import { Link } from 'react-router'
import type { BulkAction } from '@/lib/api-types'
import { bulkLabels, bulkListKey, bulkTitle } from '@/lib/bulk'
import { consolePaths } from '@/lib/console-paths'
import { count } from '@/lib/formats'
import { href } from '@/lib/href'
import { useList } from '@/lib/list'
import { Badge } from '@/ui/badge'
import { ButtonLink, rowButton } from '@/ui/button'
import { EmailText } from '@/ui/email-address'
import { type Column, ListTable } from '@/ui/list-table'
import { ListToolbar } from '@/ui/list-toolbar'
import { Moment } from '@/ui/moment'
import { PageHead } from '@/ui/page-head'
import { UndoBulk } from './undo-bulk'

/** The bulk actions: who started each and when, on how many people, and whether it can be undone. */
export function BulksPage() {
  const list = useList({ key: bulkListKey, route: 'GET /api/bulk-actions' })
  return (
    <>
      <PageHead
        title="Bulk actions"
        lede="Changes made to many people at once in the last 90 days. To start one, select rows in a list."
        actions={
          <ButtonLink tone="outline" to={consolePaths.members}>
            Back to members
          </ButtonLink>
        }
      />
      <ListToolbar
        list={list}
        columns={columns}
        searchLabel="Search bulk actions"
        placeholder="Search by tag, subject or administrator"
      />
      <ListTable
        caption="Bulk actions"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No bulk actions yet"
        nothingYet="Select rows in the list of members or nominations. The actions appear below the list."
        noMatch="No bulk actions match your search"
      />
    </>
  )
}

const columns: readonly Column<BulkAction>[] = [
  {
    key: 'action',
    header: 'Action',
    cell: (bulk) => (
      <Link to={href(consolePaths.bulk, { id: bulk.id })} className="text-link">
        {bulkTitle(bulk)}
      </Link>
    ),
  },
  { key: 'actor', header: 'Started by', from: '4xl', cell: ({ actor }) => <EmailText address={actor} /> },
  {
    key: 'startedAt',
    header: 'Started (IST)',
    sort: 'startedAt',
    width: 11.25,
    cell: ({ startedAt }) => <Moment at={startedAt} />,
  },
  { key: 'people', header: 'People', width: 10, cell: (bulk) => <HowMany bulk={bulk} /> },
  { key: 'undo', header: 'Undo', width: 10, cell: (bulk) => <Undo bulk={bulk} /> },
]

function HowMany({ bulk }: { bulk: BulkAction }) {
  const { action, done, failed, leftOut, waiting, finishedAt, awaitsApproval } = bulk
  if (awaitsApproval)
    return (
      <>
        {count(waiting)} <Badge tone="warning">waiting for approval</Badge>
      </>
    )
  return (
    <>
      {count(done)} {bulkLabels[action].done}
      {leftOut > 0 && <span className="text-quiet">, {count(leftOut)} skipped</span>}
      {failed > 0 && (
        <>
          {' '}
          <Badge tone="danger">{count(failed)} failed</Badge>
        </>
      )}
      {!finishedAt && (
        <>
          {' '}
          <Badge tone="warning">{count(waiting)} remaining</Badge>
        </>
      )}
    </>
  )
}

function Undo({ bulk }: { bulk: BulkAction }) {
  if (bulk.undoneBy)
    return (
      <Link to={href(consolePaths.bulk, { id: bulk.undoneBy })} className="text-link">
        Undone
      </Link>
    )
  if (bulk.awaitsApproval) return <span className="text-quiet">Not started</span>
  if (!bulk.canUndo) return <span className="text-quiet">Cannot be undone</span>
  return <UndoBulk bulk={bulk} tone="quiet" className={rowButton} />
}
