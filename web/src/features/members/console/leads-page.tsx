import { useList } from '@/lib/list'
import { useSelection } from '@/lib/selection'
import { Badge } from '@/ui/badge'
import { BulkActions, useMayBulk } from '@/ui/bulk-actions'
import { EmailText, MailLink } from '@/ui/email-address'
import { type Column, ListTable } from '@/ui/list-table'
import { PersonLink } from '@/ui/person-link'
import type { Lead } from './api'
import { leadsKey } from './api'
import { MembersFrame, orNone } from './members-frame'

const columns: readonly Column<Lead>[] = [
  {
    key: 'name',
    header: 'Name',
    sort: 'name',
    width: 11,
    cell: ({ id, name, email }) => <PersonLink id={id}>{name || email}</PersonLink>,
  },
  { key: 'email', header: 'Email', sort: 'email', cell: ({ email }) => <EmailText address={email} /> },
  {
    key: 'location',
    header: 'Location',
    sort: 'location',
    width: 11,
    from: '4xl',
    cell: ({ location }) => orNone(location),
  },
  {
    key: 'source',
    header: 'Source',
    sort: 'source',
    width: 7.5,
    from: '4xl',
    cell: ({ source }) =>
      source === 'registration' ? <Badge tone="outline">Registration</Badge> : <Badge>User</Badge>,
  },
  {
    key: 'isPaid',
    header: 'Paid',
    sort: 'isPaid',
    width: 5,
    cell: ({ isPaid }) => (isPaid ? <Badge tone="success">Yes</Badge> : <Badge tone="outline">No</Badge>),
  },
  { key: 'actions', header: 'Actions', width: 3.75, cell: ({ email, name }) => <MailLink email={email} name={name} /> },
]

/** The leads: applicants who have not paid, and accounts that were created for an enquiry, paid or not. */
export function LeadsPage() {
  const list = useList({
    key: leadsKey,
    route: 'GET /api/members/leads',
  })
  const selection = useSelection(list)
  const maySelect = useMayBulk()
  return (
    <MembersFrame list={list} columns={columns} exportPath="/api/members/leads/export">
      {maySelect && <BulkActions list={list} selection={selection} listName="leads" shown={list.rows?.length ?? 0} />}
      <ListTable
        selection={maySelect ? selection : undefined}
        nameOf={({ name, email }) => name || email}
        caption="Leads"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No leads yet"
        noMatch="No leads match your search criteria."
      />
    </MembersFrame>
  )
}
