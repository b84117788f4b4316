import { Download } from 'lucide-react'
import { Link } from 'react-router'
import type { Transaction } from '@/lib/api-types'
import { consolePaths } from '@/lib/console-paths'
import { useDownload } from '@/lib/download'
import { exactPrice } from '@/lib/formats'
import { href } from '@/lib/href'
import { methodLabel } from '@/lib/option-labels'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button, iconButton } from '@/ui/button'
import { CopyButton } from '@/ui/copy-button'
import { EmailText } from '@/ui/email-address'
import type { Column } from '@/ui/list-table'
import { Moment } from '@/ui/moment'
import { PersonPageLink } from '@/ui/person-link'
import { useReport } from '@/ui/use-report'
import { invoicePath } from '../api'
import { Attention } from './attention'

const badges: Readonly<Record<Transaction['status'], { label: string; tone: BadgeTone }>> = {
  completed: { label: 'Completed', tone: 'success' },
  pending: { label: 'Pending', tone: 'outline' },
  failed: { label: 'Failed', tone: 'danger' },
  authorized: { label: 'Authorised', tone: 'plain' },
  refunded: { label: 'Refunded', tone: 'plain' },
}

/** A badge for the status of a transaction. It says if a part of the payment was refunded. */
export function StatusBadge({ status, refundedAmount }: Pick<Transaction, 'status' | 'refundedAmount'>) {
  const { label, tone } = badges[status]
  if (status === 'completed' && Number(refundedAmount) > 0) return <Badge tone="plain">Partly refunded</Badge>
  return <Badge tone={tone}>{label}</Badge>
}

/** The columns of the transactions. */
export function transactionColumns(onResolved: () => void): readonly Column<Transaction>[] {
  return [
    {
      key: 'paymentId',
      header: 'Payment ID',
      sort: 'razorpayPaymentId',
      width: 9,
      from: '4xl',
      cell: ({ razorpayPaymentId }) => <PaymentId id={razorpayPaymentId} />,
    },
    {
      key: 'customer',
      header: 'Customer',
      heads: true,
      sort: 'customerName',
      cell: ({ id, customerName, customerEmail }) => (
        <>
          <Link to={href(consolePaths.transaction, { id })} className="text-link block font-medium">
            {customerName || customerEmail || 'N/A'}
          </Link>
          <span className="text-quiet text-sm">
            <EmailText address={customerEmail || 'N/A'} />
          </span>{' '}
          <span className="text-sm">
            <PersonPageLink id={id}>Profile</PersonPageLink>
          </span>
        </>
      ),
    },
    {
      key: 'amount',
      header: 'Amount',
      sort: 'amount',
      width: 8,
      numeric: true,
      cell: (transaction) => <Amount {...transaction} />,
    },
    {
      key: 'status',
      header: 'Status',
      sort: 'status',
      width: 9,
      cell: (transaction) => (
        <>
          <StatusBadge {...transaction} />
          <Attention transaction={transaction} onResolved={onResolved} />
        </>
      ),
    },
    {
      key: 'method',
      header: 'Method',
      sort: 'paymentMethod',
      width: 7,
      from: '4xl',
      cell: ({ paymentMethod }) => <span className="whitespace-nowrap">{methodLabel(paymentMethod) || 'N/A'}</span>,
    },
    {
      key: 'date',
      header: 'Date',
      sort: 'createdAt',
      width: 7.5,
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    { key: 'actions', header: 'Actions', width: 6.5, from: '4xl', cell: (transaction) => <Actions {...transaction} /> },
  ]
}

function Amount({ amount, refundedAmount, currency }: Transaction) {
  return (
    <>
      <span className="whitespace-nowrap font-medium">{exactPrice(amount, currency)}</span>
      {Number(refundedAmount) > 0 && (
        <span className="block text-quiet text-sm *:whitespace-nowrap">
          <span>{exactPrice(refundedAmount, currency)}</span> <span>refunded</span>
        </span>
      )}
    </>
  )
}

function Actions({ id, razorpayPaymentId, status, amount, customerName, customerEmail }: Transaction) {
  // A free purchase has no invoice.
  const hasInvoice = (status === 'completed' || status === 'refunded') && Number(amount) > 0
  if (!razorpayPaymentId && !hasInvoice) return null
  return (
    <div className="flex">
      {razorpayPaymentId && (
        <CopyButton
          text={razorpayPaymentId}
          label={`Copy payment ID ${razorpayPaymentId}`}
          copied={{ title: 'Copied!', description: 'Payment ID copied to clipboard' }}
        />
      )}
      {hasInvoice && <InvoiceButton transactionId={id} customer={customerName || customerEmail || 'N/A'} />}
    </div>
  )
}

/** Downloads the document of a completed transaction. */
function InvoiceButton({ transactionId, customer }: { transactionId: string; customer: string }) {
  const report = useReport()
  const { mutateAsync, isPending } = useDownload()
  const label = `Download the invoice of ${customer}`
  const save = () =>
    report(mutateAsync({ path: invoicePath(transactionId) }), {
      failed: 'Download Failed',
      fallback: 'Could not download the invoice',
    })
  return (
    <Button tone="quiet" aria-label={label} className={iconButton} busy={isPending} onClick={save}>
      {!isPending && <Download className="size-4" strokeWidth={1.75} />}
    </Button>
  )
}

/** A payment's id at Razorpay. */
export function PaymentId({ id }: { id: string }) {
  return <span className={id ? 'font-mono text-xs' : undefined}>{id || 'N/A'}</span>
}
