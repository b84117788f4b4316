import { Link } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { href } from '@/lib/href'
import { useList } from '@/lib/list'
import { ButtonLink } from '@/ui/button'
import { type Column, ListTable } from '@/ui/list-table'
import { FilterSelect, ListToolbar } from '@/ui/list-toolbar'
import { Moment } from '@/ui/moment'
import { PageHead } from '@/ui/page-head'
import { type OfficeRow, sessionsKey } from './api'
import { SessionStatus } from './session-status'

const columns: readonly Column<OfficeRow>[] = [
  {
    key: 'title',
    header: 'Session',
    sort: 'title',
    cell: ({ id, title, host, isPublic }) => (
      <>
        <Link to={href(consolePaths.session, { id })} className="text-link font-medium">
          {title}
        </Link>
        <span className="block text-quiet text-sm">
          {host}
          {isPublic && ' · page for visitors'}
        </span>
      </>
    ),
  },
  {
    key: 'startsAt',
    header: 'Start (IST)',
    sort: 'startsAt',
    width: 12,
    cell: ({ startsAt }) => <Moment at={startsAt} />,
  },
  { key: 'place', header: 'Place', width: 10, from: '5xl', cell: ({ place }) => place },
  {
    key: 'places',
    header: 'Places',
    numeric: true,
    width: 8,
    cell: ({ taken, capacity, waiting }) => (
      <>
        {taken} of {capacity}
        {waiting > 0 && <span className="block text-quiet text-sm">{waiting} waiting</span>}
      </>
    ),
  },
  { key: 'status', header: 'Status', width: 8, cell: (session) => <SessionStatus session={session} /> },
]

/** All sessions of the circle, drafts included. */
export function SessionsPage() {
  const list = useList({ key: sessionsKey, route: 'GET /api/admin/events', filters: ['state'] })
  return (
    <>
      <PageHead
        title="Sessions"
        lede="The sessions of the circle. Members see a session once it is published, and visitors too if it has a page for visitors."
        actions={<ButtonLink to={consolePaths.sessionNew}>Create a session</ButtonLink>}
      />
      <ListToolbar list={list} columns={columns} searchLabel="Search sessions" placeholder="Search by title or host">
        <FilterSelect
          list={list}
          name="state"
          label="Status"
          all="All sessions"
          options={[
            { value: 'draft', label: 'Drafts' },
            { value: 'published', label: 'Published' },
            { value: 'cancelled', label: 'Cancelled' },
          ]}
        />
      </ListToolbar>
      <ListTable
        caption="Sessions"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No sessions yet"
        nothingYet="Create the first one as a draft, and publish it when its date is certain."
        noMatch="No sessions match your search criteria."
      />
    </>
  )
}
