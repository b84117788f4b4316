import { Link } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { consolePaths } from '@/lib/console-paths'
import { href } from '@/lib/href'
import { useList } from '@/lib/list'
import { Badge } from '@/ui/badge'
import { ButtonLink } from '@/ui/button'
import { type Column, ListTable } from '@/ui/list-table'
import { FilterSelect, ListToolbar } from '@/ui/list-toolbar'
import { Moment } from '@/ui/moment'
import { PageHead } from '@/ui/page-head'
import type { PollSummary } from '../api'
import { states } from '../labels'
import { pollsKey } from './api'

const columns: readonly Column<PollSummary>[] = [
  {
    key: 'title',
    header: 'Title',
    sort: 'title',
    heads: true,
    cell: ({ id, title }) => (
      <Link to={href(consolePaths.poll, { id })} className="font-medium hover:text-accent">
        {title}
      </Link>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    width: 10,
    cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge>,
  },
  { key: 'ends', header: 'Ends', width: 12, cell: (poll) => <End poll={poll} /> },
  { key: 'comments', header: 'Comments', numeric: true, width: 7, from: '4xl', cell: ({ comments }) => comments },
  { key: 'voters', header: 'Votes', numeric: true, width: 6, cell: ({ voters }) => voters },
  {
    key: 'createdAt',
    header: 'Created',
    sort: 'createdAt',
    width: 12,
    from: '5xl',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
]

function End({ poll: { state, discussionEndsAt, votingEndsAt, closedAt, withdrawnAt } }: { poll: PollSummary }) {
  return <Moment at={withdrawnAt || closedAt || (state === 'voting' ? votingEndsAt : discussionEndsAt)} />
}

/** All consultations, newest first. */
export function PollsPage() {
  const list = useList({ key: pollsKey, route: 'GET /api/admin/polls', filters: ['state'] })
  const may = useMay()
  return (
    <>
      <PageHead
        title="Consultations"
        lede="Texts that members discuss paragraph by paragraph and then vote about."
        actions={may('POST /api/polls') && <ButtonLink to={consolePaths.newPoll}>Write a consultation</ButtonLink>}
      />
      <ListToolbar
        list={list}
        columns={columns}
        searchLabel="Search consultations"
        placeholder="Search by title or question"
      >
        <FilterSelect
          list={list}
          name="state"
          label="Status"
          all="All consultations"
          options={Object.entries(states).map(([value, { label }]) => ({ value, label }))}
        />
      </ListToolbar>
      <ListTable
        caption="Consultations"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No consultations yet"
        nothingYet={<p>Write the first text. Members see it once you publish it.</p>}
        noMatch="No consultations match your search"
      />
    </>
  )
}
