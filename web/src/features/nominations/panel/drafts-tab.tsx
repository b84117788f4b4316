import { dateAndTime } from '@/lib/formats'
import { useList } from '@/lib/list'
import { type Column, ListTable } from '@/ui/list-table'
import { ListToolbar } from '@/ui/list-toolbar'
import { PersonLink } from '@/ui/person-link'
import type { Draft } from '../api'
import { draftsKey } from '../api'

const columns: readonly Column<Draft>[] = [
  {
    key: 'email',
    header: 'Email',
    sort: 'email',
    cell: ({ id, email }) =>
      email ? <PersonLink id={id}>{email}</PersonLink> : <span className="text-quiet">N/A</span>,
  },
  { key: 'progress', header: 'Form Progress', width: 13, cell: ({ progress }) => <Progress percent={progress} /> },
  {
    key: 'lastSaved',
    header: 'Last Saved',
    sort: 'lastSaved',
    width: 11.25,
    from: '4xl',
    cell: ({ lastSaved }) => dateAndTime(lastSaved),
  },
  { key: 'preview', header: 'Data Preview', cell: ({ formData }) => <Preview formData={formData} /> },
]

/** Everyone who has started the form and not sent it. */
export function DraftsTab() {
  const list = useList({ key: draftsKey, route: 'GET /api/drafts' })
  return (
    <>
      <ListToolbar
        list={list}
        columns={columns}
        searchLabel="Search drafts"
        placeholder="Search by email, name or company"
      />
      <ListTable
        caption="Draft applications"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No draft applications yet"
        noMatch="No drafts match your search"
      />
    </>
  )
}

function Progress({ percent }: { percent: number }) {
  return (
    <span className="flex items-center gap-3">
      <span className="block h-2 w-24 shrink-0 bg-base-300 md:w-32" aria-hidden="true">
        <span className="block h-full bg-secondary" style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
      <span className="tabular-nums">{percent}%</span>
    </span>
  )
}

function Preview({ formData }: { formData: Record<string, unknown> }) {
  const { name, company } = previewOf(formData)
  if (!name && !company) return <span className="text-quiet">Limited data available</span>
  return (
    <>
      {name && <span className="block font-semibold">{name}</span>}
      {company && <span className="block text-quiet">{company}</span>}
    </>
  )
}

/** The name and the company in a draft, or "". A draft may contain any values. */
export function previewOf(formData: Record<string, unknown>): { name: string; company: string } {
  return { name: line(formData.name), company: line(formData.companyName) }
}

function line(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
