import { Link } from 'react-router'
import type { Row } from '@/lib/api'
import { consolePaths } from '@/lib/console-paths'
import { href } from '@/lib/href'
import { useList } from '@/lib/list'
import { reportReasons } from '@/lib/option-labels'
import { Badge } from '@/ui/badge'
import { type Column, ListTable } from '@/ui/list-table'
import { FilterSelect, ListToolbar } from '@/ui/list-toolbar'
import { Moment } from '@/ui/moment'
import { PageHead } from '@/ui/page-head'
import { reportsKey } from './api'
import { statusOf, subjects } from './labels'

type ReportRow = Row<'GET /api/admin/reports'>

const columns: readonly Column<ReportRow>[] = [
  {
    key: 'subject',
    header: 'Report',
    heads: true,
    cell: ({ id, subject, reason, otherName }) => (
      <>
        <Link to={href(consolePaths.report, { id })} className="font-medium hover:text-accent">
          {subjects[subject]} {otherName ? `of ${otherName}` : 'of the office'}
        </Link>
        <span className="block text-quiet text-sm">{reportReasons[reason]}</span>
      </>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    width: 11,
    cell: (report) => {
      const { label, tone } = statusOf(report)
      return <Badge tone={tone}>{label}</Badge>
    },
  },
  {
    key: 'decideBy',
    header: 'Decide by',
    sort: 'decideBy',
    width: 12,
    cell: ({ decideBy }) => <Moment at={decideBy} />,
  },
  { key: 'reporter', header: 'Reported by', width: 11, from: '4xl', cell: ({ reporterName }) => reporterName },
  {
    key: 'createdAt',
    header: 'Reported',
    sort: 'createdAt',
    width: 12,
    from: '5xl',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
]

const states = { open: 'Open', decided: 'Decided', reversed: 'Suspension lifted' } as const

/** The reports of members. Those that must be decided first come first. */
export function ReportsPage() {
  const list = useList({
    key: reportsKey,
    route: 'GET /api/admin/reports',
    filters: ['state'],
  })
  return (
    <>
      <PageHead
        title="Reports"
        lede="What members report about profiles, comments, board seats and messages. Only the office sees it. Reports about yourself are not listed."
      />
      <ListToolbar list={list} columns={columns} placeholder="Search by name…">
        <FilterSelect
          list={list}
          name="state"
          label="Status"
          all="All reports"
          options={Object.entries(states).map(([value, label]) => ({ value, label }))}
        />
      </ListToolbar>
      <ListTable
        caption="Reports"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No reports yet"
        nothingYet={<p>When a member reports something, it is listed here and you get an email.</p>}
        noMatch="No reports match your search and filters."
      />
    </>
  )
}
