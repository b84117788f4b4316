import type { PaidMember } from '@/lib/api-types'
import { areas } from '@/lib/areas'
import { date } from '@/lib/formats'
import { phoneText } from '@/lib/links'
import { useList } from '@/lib/list'
import { EmailText } from '@/ui/email-address'
import { type Column, ListTable } from '@/ui/list-table'
import { ListToolbar } from '@/ui/list-toolbar'
import { PersonLink } from '@/ui/person-link'
import { PaymentsFrame } from './payments-frame'

const columns: readonly Column<PaidMember>[] = [
  {
    key: 'name',
    header: 'Name',
    sort: 'name',
    cell: ({ id, name, email }) => <PersonLink id={id}>{name || email || 'N/A'}</PersonLink>,
  },
  {
    key: 'email',
    header: 'Email',
    sort: 'email',
    cell: ({ email }) => <EmailText address={email || 'N/A'} />,
  },
  {
    key: 'phone',
    header: 'Phone',
    sort: 'phone',
    width: 9.25,
    cell: ({ phone }) => <span className="whitespace-nowrap">{phoneText(phone) || 'N/A'}</span>,
  },
  {
    key: 'membershipTierName',
    header: 'Membership Tier',
    sort: 'membershipTierName',
    from: '4xl',
    cell: ({ membershipTierName }) => membershipTierName || 'N/A',
  },
  {
    key: 'companyName',
    header: 'Company',
    sort: 'companyName',
    from: '4xl',
    cell: ({ companyName }) => companyName || 'N/A',
  },
  {
    key: 'createdAt',
    header: 'Registration Date',
    sort: 'createdAt',
    width: 7.25,
    from: '4xl',
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{date(createdAt)}</span>,
  },
]

/** The members who have paid. */
export function PaymentsPage() {
  const list = useList({
    key: [...areas.people, 'paid'],
    route: 'GET /api/paid-members',
  })
  return (
    <PaymentsFrame>
      <ListToolbar
        list={list}
        columns={columns}
        searchLabel="Search paid members"
        placeholder="Search by name, email, company or tier"
      />
      <ListTable
        caption="Paid members"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No paid members yet"
        noMatch="No paid members match your search criteria."
      />
    </PaymentsFrame>
  )
}
