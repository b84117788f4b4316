import { generatePath } from 'react-router'
import { date, exactPrice } from '@/lib/formats'
import type { MemberTerm, Transaction } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { Badge, type BadgeTone } from '@/ui/badge'
import { ButtonLink } from '@/ui/button'
import { SmallTable } from '@/ui/small-table'

const termTones: Readonly<Record<string, BadgeTone>> = { active: 'success', upcoming: 'outline', revoked: 'danger' }

/** The memberships that a member holds or held. */
export function MemberTerms({ terms }: { terms: readonly MemberTerm[] }) {
  return (
    <SmallTable
      title="Memberships"
      nothing="No membership so far"
      headers={['Tier', 'From', 'Until', 'Status']}
      rows={terms.map(({ id, tierName, startsAt, endsAt, status }) => ({
        key: id,
        cells: [
          tierName,
          date(startsAt),
          endsAt ? date(endsAt) : 'For life',
          <Badge key="status" tone={termTones[status] ?? 'plain'}>
            <span className="capitalize">{status}</span>
          </Badge>,
        ],
      }))}
    />
  )
}

const paymentTones: Readonly<Record<string, BadgeTone>> = { completed: 'success', pending: 'outline', failed: 'danger' }

/** The payments of a member, by their account or their address. */
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
            to={generatePath(paths.adminTransaction, { id: payment.id })}
          >
            Show the transaction
          </ButtonLink>,
        ],
      }))}
    />
  )
}
