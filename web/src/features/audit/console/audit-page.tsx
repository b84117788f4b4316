import { useList } from '@/lib/list'
import { Breaks, EmailText } from '@/ui/email-address'
import { type Column, ListTable } from '@/ui/list-table'
import { ListToolbar } from '@/ui/list-toolbar'
import { Moment } from '@/ui/moment'
import { PageHead } from '@/ui/page-head'
import type { AuditEntry } from './api'
import { auditListKey } from './api'
import { EntryWhat } from './audit-entry'
import { AuditFilters } from './audit-filters'

const filters = ['actor', 'action', 'subject', 'from', 'to'] as const

const kinds: Readonly<Record<AuditEntry['actorKind'], string>> = {
  admin: 'Administrator',
  member: 'Member with admin rights',
  staff: 'Staff, in the dashboard',
  command: 'Command on the server',
  nobody: '',
}

/** The log of everything that admins did. */
export function AuditPage() {
  const list = useList({ key: auditListKey, route: 'GET /api/audit', filters })
  return (
    <>
      <PageHead
        title="Audit log"
        lede="Every change, export and sign-in of administrators. No one can edit or delete entries. Open an entry to see what changed."
      />
      <ListToolbar
        list={list}
        columns={columns}
        searchLabel="Search by name"
        placeholder="Search by name, title or file"
        exportPath="/api/audit/export"
      >
        <AuditFilters list={list} />
      </ListToolbar>
      <ListTable
        caption="Audit log"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No entries yet"
        noMatch="No entries match your search"
      />
    </>
  )
}

const columns: readonly Column<AuditEntry>[] = [
  {
    key: 'at',
    header: 'When (IST)',
    sort: 'at',
    width: 10.5,
    cell: ({ at }) => <Moment at={at} />,
  },
  {
    key: 'actor',
    header: 'Who',
    width: 13,
    cell: ({ actor, actorKind }) => (
      <>
        {actor ? <EmailText address={actor} /> : <span className="text-quiet">Not known</span>}
        {kinds[actorKind] && <span className="block text-quiet text-sm">{kinds[actorKind]}</span>}
      </>
    ),
  },
  { key: 'what', header: 'What', heads: true, cell: (entry) => <EntryWhat entry={entry} /> },
  {
    key: 'address',
    header: 'IP address',
    width: 9.5,
    from: '4xl',
    cell: ({ address }) =>
      address ? (
        <span className="tabular-nums">
          <Breaks text={address} after={/(?<=:)/} />
        </span>
      ) : (
        <span className="text-quiet">The server</span>
      ),
  },
]
