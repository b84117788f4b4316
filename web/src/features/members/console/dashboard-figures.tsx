import { price, rupees } from '@/lib/formats'
import type { DashboardStats } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { StatCard, StatRow } from '@/ui/stat-card'
import { counted } from './charts-told'
import type { Reading } from './dashboard-calls'
import { DashboardPart } from './dashboard-part'

/** The four figures of the office. Dollars stand apart: no rate makes one sum of both. */
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
        value={figures && number(figures.totalRegistrations)}
        note={figures ? `+${number(figures.thisWeekRegistrations)} this week` : blank}
        to={`${paths.adminNominations}?state=all`}
      />
      <StatCard
        label="Paid Memberships"
        value={figures && number(figures.paidMemberships)}
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
        value={figures && number(figures.emailsSent)}
        note={figures ? counted(figures.activeCampaigns, 'active campaign') : blank}
        to={paths.adminEmails}
      />
    </StatRow>
  )
}

function number(value: number): string {
  return value.toLocaleString('en-IN')
}

function withDollars(inRupees: string, inDollars: string): string {
  return Number(inDollars) > 0 ? `${rupees(inRupees)} and ${dollars(inDollars)}` : rupees(inRupees)
}

function dollars(amount: string): string {
  return price(amount, 'USD')
}
