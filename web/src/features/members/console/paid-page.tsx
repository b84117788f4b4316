import type { PaidMember } from '@/lib/api-types'
import { count, date, exactPrice } from '@/lib/formats'
import { useList } from '@/lib/list'
import { useSelection } from '@/lib/selection'
import { Badge } from '@/ui/badge'
import { BulkActions, useMayBulk } from '@/ui/bulk-actions'
import { EmailText, MailLink } from '@/ui/email-address'
import { type Column, ListTable } from '@/ui/list-table'
import { PersonLink } from '@/ui/person-link'
import { paidKey } from './api'
import { MembersFrame, orNone } from './members-frame'

const columns: readonly Column<PaidMember>[] = [
  {
    key: 'name',
    header: 'Name',
    sort: 'name',
    cell: ({ id, name, email, membershipTierName }) => (
      <>
        <span className="block">
          <PersonLink id={id}>{name || email || 'N/A'}</PersonLink>
        </span>
        <span className="text-quiet text-sm">{membershipTierName || 'N/A'}</span>
      </>
    ),
  },
  {
    key: 'email',
    header: 'Email',
    sort: 'email',
    cell: ({ email }) => (email ? <EmailText address={email} /> : orNone(email)),
  },
  {
    key: 'companyName',
    header: 'Company',
    sort: 'companyName',
    from: '4xl',
    cell: ({ companyName }) => orNone(companyName),
  },
  {
    key: 'totalAmount',
    header: 'Total Paid (gross)',
    sort: 'totalAmount',
    width: 6.5,
    numeric: true,
    cell: (member) => <Paid {...member} />,
  },
  {
    key: 'transactionCount',
    header: 'Transactions',
    sort: 'transactionCount',
    width: 7.5,
    from: '4xl',
    numeric: true,
    cell: ({ transactionCount }) => count(transactionCount),
  },
  {
    key: 'createdAt',
    header: 'Registration Date',
    sort: 'createdAt',
    width: 7,
    from: '4xl',
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{date(createdAt)}</span>,
  },
  {
    key: 'source',
    header: 'Source',
    sort: 'source',
    width: 5.25,
    from: '4xl',
    cell: ({ source }) => (source === 'registration' ? <Badge>Form</Badge> : <Badge tone="outline">Direct</Badge>),
  },
  { key: 'actions', header: 'Actions', width: 3.75, cell: ({ email, name }) => <MailLink email={email} name={name} /> },
]

// The two currencies are shown separately, because amounts are not converted.
function Paid({ totalAmount, totalAmountUSD }: PaidMember) {
  const inDollars = Number(totalAmountUSD) > 0
  return (
    <span className="*:whitespace-nowrap">
      {(Number(totalAmount) > 0 || !inDollars) && <span>{exactPrice(totalAmount, 'INR')}</span>}
      {Number(totalAmount) > 0 && inDollars && ' + '}
      {inDollars && <span>{exactPrice(totalAmountUSD, 'USD')}</span>}
    </span>
  )
}

/** Everyone with a completed payment. */
export function PaidPage() {
  const list = useList({
    key: paidKey,
    route: 'GET /api/paid-members',
  })
  const selection = useSelection(list)
  const maySelect = useMayBulk()
  return (
    <MembersFrame list={list} columns={columns} exportPath="/api/paid-members/export">
      {maySelect && <BulkActions list={list} selection={selection} listName="paid" shown={list.rows?.length ?? 0} />}
      <ListTable
        selection={maySelect ? selection : undefined}
        nameOf={({ name, email }) => name || email}
        caption="Paid members"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No paid members yet"
        noMatch="No paid members match your search criteria."
      />
    </MembersFrame>
  )
}
