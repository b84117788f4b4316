import type { DashboardStats } from '@/lib/api-types'
import { consolePaths } from '@/lib/console-paths'
import { count, counted, price, rupees } from '@/lib/formats'
import { href } from '@/lib/href'
import type { Reading } from '@/lib/reading'
import { StatCard, StatRow } from '@/ui/stat-card'
import { DashboardPart } from './dashboard-part'

/** The four figures of the dashboard. Dollars are shown separately, because amounts are not converted. */
export function DashboardStatCards({ stats }: { stats: Reading<DashboardStats> }) {
  return (
    <DashboardPart what="The figures" reading={stats} waiting={<Cards />}>
      {(stats) => <Cards stats={stats} />}
    </DashboardPart>
  )
}

// Reserves the line of a note that is still loading.
const blank = '\u00a0'

function Cards({ stats }: { stats?: DashboardStats }) {
  return (
    <StatRow>
      <StatCard
        label="Total Registrations"
        value={stats && count(stats.totalRegistrations)}
        note={stats ? `+${count(stats.thisWeekRegistrations)} this week` : blank}
        to={href(consolePaths.nominations, { state: 'all' })}
      />
      <StatCard
        label="Paid Memberships"
        value={stats && count(stats.paidMemberships)}
        note={stats ? `${withDollars(stats.thisMonthRevenue, stats.thisMonthRevenueUSD)} this month` : blank}
        to={consolePaths.paidMembers}
      />
      <StatCard
        label="Total Revenue"
        value={stats && rupees(stats.totalRevenue)}
        note={
          stats && Number(stats.totalRevenueUSD) > 0
            ? `lifetime, net of refunds, and ${dollars(stats.totalRevenueUSD)}`
            : 'lifetime, net of refunds'
        }
        to={consolePaths.payments}
      />
      <StatCard
        label="Emails Sent"
        value={stats && count(stats.emailsSent)}
        note={stats ? counted(stats.activeCampaigns, 'active campaign') : blank}
        to={consolePaths.campaigns}
      />
    </StatRow>
  )
}

function withDollars(inRupees: string, inDollars: string): string {
  return Number(inDollars) > 0 ? `${rupees(inRupees)} and ${dollars(inDollars)}` : rupees(inRupees)
}

function dollars(amount: string): string {
  return price(amount, 'USD')
}
