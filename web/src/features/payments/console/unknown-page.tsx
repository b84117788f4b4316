import { date, exactPrice } from '@/lib/formats'
import type { UnknownPayment } from '@/lib/generated'
import { useList } from '@/lib/list'
import { Badge } from '@/ui/badge'
import { CopyButton } from '@/ui/copy-button'
import { EmailText } from '@/ui/email-text'
import { type Column, ListTable } from '@/ui/list-table'
import { ListToolbar } from '@/ui/list-toolbar'
import { PaymentsFrame } from './payments-frame'

const columns: readonly Column<UnknownPayment>[] = [
  {
    key: 'paymentId',
    header: 'Payment ID',
    cell: ({ razorpayPaymentId }) => <span className="break-all font-mono text-sm">{razorpayPaymentId}</span>,
  },
  {
    key: 'payer',
    header: 'Payer',
    cell: ({ email, contact }) => (
      <>
        <span className="block">
          <EmailText address={email || 'N/A'} />
        </span>
        <span className="text-quiet text-sm">{contact || 'N/A'}</span>
      </>
    ),
  },
  { key: 'description', header: 'Description', cell: ({ description }) => description || 'N/A' },
  { key: 'amount', header: 'Amount', numeric: true, cell: ({ amount, currency }) => exactPrice(amount, currency) },
  { key: 'status', header: 'Status', cell: ({ status }) => <Badge tone="outline">{status || 'N/A'}</Badge> },
  {
    key: 'date',
    header: 'Date',
    sort: 'createdAt',
    cell: ({ paidAt, createdAt }) => <span className="whitespace-nowrap">{date(paidAt || createdAt)}</span>,
  },
  {
    key: 'actions',
    header: 'Actions',
    cell: ({ razorpayPaymentId }) => (
      <CopyButton
        text={razorpayPaymentId}
        label={`Copy payment ID ${razorpayPaymentId}`}
        copied={{ title: 'Copied!', description: 'Payment ID copied to clipboard' }}
      />
    ),
  },
]

/** Money that arrived at the provider and that no transaction knows of. */
export function Component() {
  const list = useList<UnknownPayment>({ path: '/api/payments/unknown', topics: ['payments'] })
  return (
    <PaymentsFrame>
      <p className="mb-4 max-w-text text-quiet">
        Payments that arrived at Razorpay and belong to no transaction here. Look each one up in Razorpay’s dashboard by
        its payment ID: give it back there, or ask the payer what it was for.
      </p>
      <ListToolbar
        list={list}
        searchLabel="Search unknown payments"
        placeholder="Search by payment id, email or phone"
      />
      <ListTable
        caption="Unknown payments"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No unknown payments"
        noMatch="No unknown payments match your search criteria."
      />
    </PaymentsFrame>
  )
}
