import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { consolePaths } from '@/lib/console-paths'
import { date, exactPrice } from '@/lib/formats'
import { href } from '@/lib/href'
import { phoneText } from '@/lib/links'
import { useList } from '@/lib/list'
import { Badge } from '@/ui/badge'
import { Button, rowButton } from '@/ui/button'
import { CopyButton } from '@/ui/copy-button'
import { EmailText } from '@/ui/email-address'
import { type Column, ListTable } from '@/ui/list-table'
import { FilterSelect, ListToolbar } from '@/ui/list-toolbar'
import { useToast } from '@/ui/toast-queue'
import type { OrphanPayment } from './api'
import { unknownKey } from './api'
import { AttachDialog } from './attach-dialog'
import { ResolveAttention } from './attention'
import { PaymentId } from './transaction-columns'

const states = [
  { value: 'any', label: 'Needs attention' },
  { value: 'seen', label: 'Resolved' },
]

/** The columns of the orphan payments. */
function orphanColumns(
  onResolved: () => void,
  onAttach?: (payment: OrphanPayment) => void,
): readonly Column<OrphanPayment>[] {
  return [
    {
      key: 'payer',
      header: 'Payer',
      cell: ({ email, contact, transactionId }) =>
        transactionId ? (
          <Link to={href(consolePaths.transaction, { id: transactionId })} className="text-link">
            See its transaction
          </Link>
        ) : (
          <>
            <span className="block">
              <EmailText address={email || 'N/A'} />
            </span>
            <span className="text-quiet text-sm">{phoneText(contact) || 'N/A'}</span>
          </>
        ),
    },
    {
      key: 'paymentId',
      header: 'Payment ID',
      width: 10,
      from: '4xl',
      cell: ({ razorpayPaymentId }) => <PaymentId id={razorpayPaymentId} />,
    },
    {
      key: 'description',
      header: 'Description',
      from: '5xl',
      cell: ({ description }) => description || 'N/A',
    },
    {
      key: 'amount',
      header: 'Amount',
      width: 9.5,
      numeric: true,
      cell: ({ amount, currency }) => (
        <span className="whitespace-nowrap font-medium">{exactPrice(amount, currency)}</span>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      width: 10,
      cell: (payment) => (
        <>
          <Badge tone="outline">
            <span className="capitalize">{payment.status || 'N/A'}</span>
          </Badge>
          <Seen payment={payment} onResolved={onResolved} />
        </>
      ),
    },
    {
      key: 'date',
      header: 'Date',
      sort: 'createdAt',
      width: 8,
      from: '4xl',
      cell: ({ paidAt, createdAt }) => <span className="whitespace-nowrap">{date(paidAt || createdAt)}</span>,
    },
    {
      key: 'actions',
      header: 'Actions',
      width: 8,
      cell: (payment) => (
        <div className="flex items-center">
          <CopyButton
            text={payment.razorpayPaymentId}
            label={`Copy payment ID ${payment.razorpayPaymentId}`}
            copied={{ title: 'Copied!', description: 'Payment ID copied to clipboard' }}
          />
          {onAttach && !payment.transactionId && payment.status !== 'refunded' && (
            <Button
              tone="quiet"
              className={rowButton}
              aria-label={`Attach payment ${payment.razorpayPaymentId}`}
              onClick={() => onAttach(payment)}
            >
              Attach
            </Button>
          )}
        </div>
      ),
    },
  ]
}

// Shows whether the payment is resolved, with a button to resolve it.
function Seen({ payment, onResolved }: { payment: OrphanPayment; onResolved: () => void }) {
  const { id, razorpayPaymentId, email, seenAt, isUnresolved, transactionId } = payment
  if (seenAt) return <p className="mt-1.5 text-quiet text-sm">Resolved on {date(seenAt)}</p>
  if (!isUnresolved) return null
  if (transactionId) {
    return <p className="mt-1.5 text-quiet text-sm">Not matched. Accept or refund it on the page of its transaction.</p>
  }
  return (
    <div className="mt-1.5">
      <ResolveAttention
        route="DELETE /api/payments/unknown/{id}/attention"
        id={id}
        title={`Mark the payment of ${email || razorpayPaymentId} as resolved?`}
        onResolved={onResolved}
      >
        The payment stays in this list as resolved and is no longer counted. The audit log shows who resolved it.
      </ResolveAttention>
    </div>
  )
}

/** Payments at Razorpay that have paid for no transaction here, and were not returned. */
export function UnknownPayments() {
  const list = useList({
    key: unknownKey,
    route: 'GET /api/payments/unknown',
    filters: ['attention'],
  })
  const table = useRef<HTMLElement>(null)
  const [attaching, setAttaching] = useState<OrphanPayment>()
  const may = useMay()
  const mayAttach = may('POST /api/payments/orphans/{id}/attach')
  const toast = useToast()
  const navigate = useNavigate()

  function attached(transactionId: string) {
    toast({ title: 'Payment Attached' })
    navigate(href(consolePaths.transaction, { id: transactionId }))
  }

  // As with transactions, the pressed button disappears, so the table takes the focus.
  const onResolved = () => table.current?.focus()

  const columns = orphanColumns(onResolved, mayAttach ? setAttaching : undefined)

  return (
    <>
      <p className="mb-4 max-w-text text-quiet">
        Payments at Razorpay that have paid for no transaction. If you know who paid and for what, attach the payment.
        Otherwise, find it in Razorpay’s dashboard by its payment ID, and refund it there or ask the payer. Then mark it
        as resolved. If the payment names its transaction, accept or refund it on that transaction’s page.
      </p>
      {attaching && <AttachDialog payment={attaching} onSent={attached} onClose={() => setAttaching(undefined)} />}
      <ListToolbar
        list={list}
        columns={columns}
        searchLabel="Search unknown payments"
        placeholder="Search by payment ID, email or phone"
      >
        <FilterSelect list={list} name="attention" label="Attention" all="All unknown payments" options={states} />
      </ListToolbar>
      <section ref={table} tabIndex={-1} aria-label="Unknown payments" className="outline-none">
        <ListTable
          caption="Unknown payments"
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          nothing="No unknown payments"
          noMatch="No unknown payments match your search criteria."
        />
      </section>
    </>
  )
}
