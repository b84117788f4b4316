import { count, counted, price, rupees } from '@/lib/formats'
import type { DashboardStats } from '@/lib/generated'
import type { Reading } from '@/lib/live'
import { paths } from '@/lib/paths'
import { StatCard, StatRow } from '@/ui/stat-card'
import { DashboardPart } from './dashboard-part'

/** The four figures of the dashboard. Dollars stand apart: no rate makes one sum of both. */
export function DashboardFigures({ stats }: { stats: Reading<DashboardStats> }) {
  return (
    <DashboardPart what="The figures" reading={stats} waiting={<Cards />}>
      {(figures) => <Cards figures={figures} />}
    </DashboardPart>
  )
}

// Keeps the line of a note that has not come yet.
const blank = '\u00a0'

function Cards({ figures }: { figures?: DashboardStats }) {
  return (
    <StatRow>
      <StatCard
        label="Total Registrations"
        value={figures && count(figures.totalRegistrations)}
        note={figures ? `+${count(figures.thisWeekRegistrations)} this week` : blank}
        to={`${paths.adminNominations}?state=all`}
      />
      <StatCard
        label="Paid Memberships"
        value={figures && count(figures.paidMemberships)}
        note={figures ? `${withDollars(figures.thisMonthRevenue, figures.thisMonthRevenueUSD)} this month` : blank}
        to={paths.adminPaidMembers}
      />
      <StatCard
        label="Total Revenue"
        value={figures && rupees(figures.totalRevenue)}
        note={
          figures && Number(figures.totalRevenueUSD) > 0
            ? `lifetime, and ${dollars(figures.totalRevenueUSD)}`
            : 'lifetime'
        }
        to={paths.adminPayments}
      />
      <StatCard
        label="Emails Sent"
        value={figures && count(figures.emailsSent)}
        note={figures ? counted(figures.activeCampaigns, 'active campaign') : blank}
        to={paths.adminEmails}
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
