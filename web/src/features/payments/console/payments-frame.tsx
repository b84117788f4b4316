import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { count, exactPrice } from '@/lib/formats'
import { href } from '@/lib/href'
import { useMemberStats } from '@/lib/member-stats'
import { LinkTabs } from '@/ui/link-tabs'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { StatCard, StatRow } from '@/ui/stat-card'

/** The parts that the payments' lists share: their figures, and a notice about payments that need attention. */
export function PaymentsFrame({ children }: { children: ReactNode }) {
  const { data: stats, error } = useMemberStats()
  const isMissing = error && !stats
  return (
    <>
      <PageHead title="Payment Tracking" />
      <StatRow>
        <StatCard
          label="Total Revenue"
          value={isMissing ? null : stats && revenue(stats.totalRevenue, stats.totalRevenueUSD)}
          note={stats && `From ${payments(stats.completedPayments, 'completed')}, net of refunds`}
        />
        <StatCard
          label="Paid Members"
          value={isMissing ? null : count(stats?.paidMembers)}
          note={stats && `Active memberships: ${count(stats.activeMembers)}`}
          to={consolePaths.payments}
        />
        <StatCard
          label="Pending Payments"
          value={isMissing ? null : count(stats?.pendingPayments)}
          note="Awaiting completion"
          to={href(consolePaths.transactions, { status: 'pending' })}
        />
      </StatRow>
      <LinkTabs
        label="Payments"
        tabs={[
          { to: consolePaths.payments, label: 'Paid Members' },
          { to: consolePaths.transactions, label: 'All Transactions' },
        ]}
      />
      <p className="mb-4 text-quiet text-sm">
        The lists show the amounts paid, with GST. Refunds are shown next to them. Only the total revenue is net of
        refunds. Paid members have paid for a plan, now or earlier. The active memberships include complimentary and
        imported ones and company seats.
      </p>
      {stats && stats.needAttention > 0 && <NeedAttention number={stats.needAttention} />}
      {children}
    </>
  )
}

function NeedAttention({ number }: { number: number }) {
  return (
    <div className="mb-6">
      <Notice
        tone="warning"
        title={number === 1 ? 'One transaction needs attention' : `${count(number)} transactions need attention`}
      >
        <Link to={href(consolePaths.transactions, { attention: 'any' })} className="text-link">
          {number === 1 ? 'Review it' : 'Review them'}
        </Link>
      </Notice>
    </div>
  )
}

function revenue(inr: string, usd: string): string {
  return exactPrice(inr, 'INR') + (Number(usd) > 0 ? ` + ${exactPrice(usd, 'USD')}` : '')
}

function payments(number: number, which: string): string {
  return `${count(number)} ${which} ${number === 1 ? 'payment' : 'payments'}`
}
