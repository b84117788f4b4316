import type { Transaction } from '@/lib/api-types'
import { date, exactPrice } from '@/lib/formats'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { Badge, type BadgeTone } from '@/ui/badge'
import { ButtonLink } from '@/ui/button'
import { SmallTable } from '@/ui/small-table'

const paymentTones: Readonly<Record<string, BadgeTone>> = { completed: 'success', pending: 'outline', failed: 'danger' }

/** The payments of a member, found by account or email address. */
export function MemberPayments({ payments }: { payments: readonly Transaction[] }) {
  return (
    <SmallTable
      title="Payments"
      nothing="No payment so far"
      headers={['Date', 'Tier', 'Amount', 'Status', 'Payment ID', '']}
      rows={payments.map((payment) => ({
        key: payment.id,
        cells: [
          date(payment.createdAt),
          payment.tierName || 'N/A',
          exactPrice(payment.amount, payment.currency),
          <Badge key="status" tone={paymentTones[payment.status] ?? 'plain'}>
            <span className="capitalize">{payment.status}</span>
          </Badge>,
          payment.razorpayPaymentId || 'N/A',
          <ButtonLink
            key="ledger"
            tone="quiet"
            className="-ml-3 px-3 text-left md:whitespace-nowrap"
            to={href(paths.adminTransaction, { id: payment.id })}
          >
            Show the transaction
          </ButtonLink>,
        ],
      }))}
    />
  )
}
