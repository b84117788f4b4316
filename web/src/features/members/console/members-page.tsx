import type { RegisteredUser } from '@/lib/api-types'
import { phoneText } from '@/lib/links'
import { useList } from '@/lib/list'
import { useSelection } from '@/lib/selection'
import { Badge } from '@/ui/badge'
import { BulkActions, useMayBulk } from '@/ui/bulk-actions'
import { EmailText, MailLink } from '@/ui/email-address'
import { type Column, ListTable } from '@/ui/list-table'
import { PersonLink } from '@/ui/person-link'
import { usersKey } from './api'
import { MembersFrame, orNone } from './members-frame'

const columns: readonly Column<RegisteredUser>[] = [
  {
    key: 'name',
    header: 'Name',
    sort: 'name',
    width: 11,
    cell: ({ id, name, email }) => <PersonLink id={id}>{name || email}</PersonLink>,
  },
  { key: 'email', header: 'Email', sort: 'email', cell: ({ email }) => <EmailText address={email} /> },
  {
    key: 'phone',
    header: 'Phone',
    sort: 'phone',
    width: 9.5,
    cell: ({ phone }) => <span className="whitespace-nowrap">{orNone(phoneText(phone))}</span>,
  },
  {
    key: 'location',
    header: 'Location',
    sort: 'location',
    width: 9,
    from: '4xl',
    cell: ({ location }) => orNone(location),
  },
  {
    key: 'source',
    header: 'Source',
    sort: 'source',
    width: 6.25,
    from: '4xl',
    cell: ({ source }) => (source === 'legacy' ? <Badge tone="outline">Legacy</Badge> : <Badge>Account</Badge>),
  },
  {
    key: 'requestType',
    header: 'Request Type',
    sort: 'requestType',
    width: 7.25,
    from: '4xl',
    cell: ({ requestType }) => <span className="capitalize">{requestType}</span>,
  },
  { key: 'actions', header: 'Actions', width: 3.75, cell: ({ email, name }) => <MailLink email={email} name={name} /> },
]

/** Everyone with an account. */
export function MembersPage() {
  const list = useList({
    key: usersKey,
    route: 'GET /api/members/registered-users',
  })
  const selection = useSelection(list)
  const maySelect = useMayBulk()
  return (
    <MembersFrame list={list} columns={columns} exportPath="/api/members/registered-users/export">
      {maySelect && <BulkActions list={list} selection={selection} listName="users" shown={list.rows?.length ?? 0} />}
      <ListTable
        selection={maySelect ? selection : undefined}
        nameOf={({ name, email }) => name || email}
        caption="Registered users"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No registered users yet"
        noMatch="No registered users match your search criteria."
      />
    </MembersFrame>
  )
}
