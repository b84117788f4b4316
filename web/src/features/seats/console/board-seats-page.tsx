import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMay } from '@/lib/admin-access'
import type { Row } from '@/lib/api'
import { consolePaths } from '@/lib/console-paths'
import { href } from '@/lib/href'
import { useList } from '@/lib/list'
import { Badge } from '@/ui/badge'
import { ButtonLink } from '@/ui/button'
import { type Column, ListTable } from '@/ui/list-table'
import { FilterSelect, ListToolbar } from '@/ui/list-toolbar'
import { Day } from '@/ui/moment'
import { PageHead } from '@/ui/page-head'
import { PlainTable } from '@/ui/small-table'
import { states } from '../labels'
import { figuresQuery, seatsKey } from './api'

type SeatRow = Row<'GET /api/admin/board-seats'>

const columns: readonly Column<SeatRow>[] = [
  {
    key: 'title',
    header: 'Board seat',
    heads: true,
    cell: ({ id, title, company, isConfidential }) => (
      <>
        <Link to={href(consolePaths.boardSeat, { id })} className="font-medium hover:text-accent">
          {title}
        </Link>
        <span className="block text-quiet text-sm">
          {company}
          {isConfidential && ' (confidential)'}
        </span>
      </>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    width: 11,
    cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge>,
  },
  { key: 'city', header: 'City', width: 9, from: '4xl', cell: ({ city }) => city },
  { key: 'interests', header: 'Interested', numeric: true, width: 7, cell: ({ interests }) => interests },
  { key: 'closesAt', header: 'Last day', sort: 'closesAt', width: 8, cell: ({ closesAt }) => <Day at={closesAt} /> },
  {
    key: 'postedBy',
    header: 'Posted by',
    width: 8,
    from: '5xl',
    cell: ({ isPostedByOffice }) => (isPostedByOffice ? 'the office' : 'a member'),
  },
  {
    key: 'createdAt',
    header: 'Posted',
    sort: 'createdAt',
    width: 8,
    from: '5xl',
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
]

/** All board seats, newest first, and what they led to. */
export function BoardSeatsPage() {
  const list = useList({ key: seatsKey, route: 'GET /api/admin/board-seats', filters: ['state'] })
  const may = useMay()
  return (
    <>
      <PageHead
        title="Board seats"
        lede="Open board seats that members and the office post. Members see a member’s board seat once you approve it."
        actions={
          may('POST /api/admin/board-seats') && (
            <ButtonLink to={consolePaths.newBoardSeat}>Post a board seat</ButtonLink>
          )
        }
      />
      <ListToolbar
        list={list}
        columns={columns}
        searchLabel="Search board seats"
        placeholder="Search by role, company or city"
      >
        <FilterSelect
          list={list}
          name="state"
          label="Status"
          all="All board seats"
          options={Object.entries(states).map(([value, { label }]) => ({ value, label }))}
        />
      </ListToolbar>
      <ListTable
        caption="Board seats"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No board seats yet"
        nothingYet={<p>Post the first one, or wait until a member does.</p>}
        noMatch="No board seats have this status."
      />
      <FiguresTable />
    </>
  )
}

const figureLabels = {
  openings: 'Board seats opened',
  interests: 'Expressions of interest',
  interviews: 'Interviews',
  appointments: 'Appointments',
  invited: 'Members interviewed or appointed',
} as const

function FiguresTable() {
  const { data } = useQuery(figuresQuery)
  if (!data) return null
  return (
    <section aria-labelledby="board-seat-figures" className="mt-12">
      <h2 id="board-seat-figures" className="display-3">
        What the board seats led to
      </h2>
      <p className="mt-2 mb-3 max-w-text text-quiet">
        Counted from the outcomes that the posters and the office record. Base statements about board invitations on
        these figures.
      </p>
      <PlainTable
        caption="Outcomes"
        headers={['Figure', 'Last 12 months', '12 months before']}
        rows={Object.entries(figureLabels).map(([key, label]) => ({
          key,
          cells: [label, data.year[key as keyof typeof figureLabels], data.previous[key as keyof typeof figureLabels]],
        }))}
      />
    </section>
  )
}
