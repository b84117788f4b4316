import type { Transaction } from '@/lib/api-types'
import { consolePaths } from '@/lib/console-paths'
import { exactPrice } from '@/lib/formats'
import { href } from '@/lib/href'
import { Badge, type BadgeTone } from '@/ui/badge'
import { ButtonLink, rowButton } from '@/ui/button'
import { classes } from '@/ui/classes'
import { Day } from '@/ui/moment'
import { SmallTable } from '@/ui/small-table'

const paymentTones: Readonly<Record<Transaction['status'], BadgeTone>> = {
  completed: 'success',
  pending: 'outline',
  failed: 'danger',
  authorized: 'plain',
  refunded: 'plain',
}

/** The payments of a member, found by account or email address. */
export function MemberPayments({ payments }: { payments: readonly Transaction[] }) {
  return (
    <SmallTable
      title="Payments"
      nothing="No payments yet"
      headers={['Date', 'Tier', 'Amount', 'Status', 'Payment ID', '']}
      rows={payments.map((payment) => ({
        key: payment.id,
        cells: [
          <Day key="date" at={payment.createdAt} />,
          payment.tierName || 'N/A',
          exactPrice(payment.amount, payment.currency),
          <Badge key="status" tone={paymentTones[payment.status]}>
            <span className="capitalize">{payment.status}</span>
          </Badge>,
          <span key="id" className="font-mono text-xs">
            {payment.razorpayPaymentId || 'N/A'}
          </span>,
          <ButtonLink
            key="ledger"
            tone="quiet"
            className={classes(rowButton, 'text-left')}
            to={href(consolePaths.transaction, { id: payment.id })}
          >
            Show the transaction
          </ButtonLink>,
        ],
      }))}
    />
  )
}
