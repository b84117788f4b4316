import { date, timeOfDay } from '@/lib/formats'
import type { AuditEntry } from '@/lib/generated'
import { useList } from '@/lib/list'
import { EmailText } from '@/ui/email-text'
import { ExportButton } from '@/ui/export-button'
import { type Column, ListTable } from '@/ui/list-table'
import { ListToolbar } from '@/ui/list-toolbar'
import { PageHead } from '@/ui/page-head'
import { EntryWhat } from './audit-entry'
import { AuditFilters } from './audit-filters'

const filters = ['actor', 'action', 'subject', 'from', 'to'] as const

const kinds: Record<string, string> = {
  admin: 'Administrator',
  member: 'Member with admin rights',
  staff: 'Staff, in the dashboard',
  command: 'On the server itself',
}

/** Everything that administrators did. */
export function Component() {
  const list = useList<AuditEntry>({ path: '/api/audit', topics: ['audit'], filters })
  return (
    <>
      <PageHead
        title="Audit log"
        lede="Every change, export and sign-in of administrators. Nobody can edit or shorten it. Open an entry to see what changed."
      />
      <ListToolbar list={list} searchLabel="Search by name" placeholder="A name, a title or a file">
        <ExportButton path="/api/audit/export" query={list.query} label="Export CSV" />
        <ExportButton path="/api/audit/export" query={{ ...list.query, format: 'xlsx' }} label="Export Excel" />
      </ListToolbar>
      <AuditFilters list={list} />
      <ListTable
        caption="Audit log"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="Nothing has been logged yet"
        noMatch="No entry matches"
      />
    </>
  )
}

const columns: readonly Column<AuditEntry>[] = [
  {
    key: 'at',
    header: 'When (IST)',
    sort: 'at',
    cell: ({ at }) => (
      <time dateTime={at} className="whitespace-nowrap tabular-nums">
        {date(at)}, {timeOfDay(at)}
      </time>
    ),
  },
  {
    key: 'actor',
    header: 'Who',
    cell: ({ actor, actorKind }) => (
      <>
        {actor ? <EmailText address={actor} /> : <span className="text-quiet">Not known</span>}
        {kinds[actorKind] && <span className="block text-quiet text-sm">{kinds[actorKind]}</span>}
      </>
    ),
  },
  { key: 'what', header: 'What', cell: (entry) => <EntryWhat entry={entry} /> },
  {
    key: 'address',
    header: 'From where',
    cell: ({ address }) =>
      address ? (
        <span className={address.includes(':') ? 'tabular-nums' : 'whitespace-nowrap tabular-nums'}>{address}</span>
      ) : (
        <span className="text-quiet">The server</span>
      ),
  },
]
