import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMemberStats } from '@/lib/member-stats'
import { readAgain } from '@/lib/mutation-cache'
import { ChartGrid, WaitingCharts } from '@/ui/chart-figure'
import { Freshness } from '@/ui/list-toolbar'
import { PageHead } from '@/ui/page-head'
import { useCharts, useDashboardStats, useFailedEmails, useMostUrgent, useRecentActivity } from './api'
import { TimeCharts } from './charts'
import { DashboardActions } from './dashboard-actions'
import { DashboardActivity } from './dashboard-activity'
import { DashboardNotices } from './dashboard-notices'
import { DashboardPart, FailedPart } from './dashboard-part'
import { DashboardSetup } from './dashboard-setup'
import { DashboardStatCards } from './dashboard-stats'

/** The dashboard: urgent tasks and the other work of the week, then figures, recent activity and charts. */
export function Dashboard({ work }: { work: ReactNode }) {
  const client = useQueryClient()
  const stats = useDashboardStats()
  const activity = useRecentActivity()
  const charts = useCharts()
  const urgent = useMostUrgent()
  const members = useMemberStats()
  const failedEmails = useFailedEmails()
  const all = [stats, activity, charts, urgent, members, failedEmails]
  // A part that the admin's role does not include is never loaded.
  const read = all.filter((part) => (part !== urgent && part !== failedEmails) || part.asOf > 0).map(({ asOf }) => asOf)
  return (
    <>
      <PageHead
        title="Dashboard"
        actions={
          <Freshness
            // The time of the oldest part, because the page is only as fresh as that.
            asOf={Math.min(...read)}
            busy={all.some(({ isFetching }) => isFetching)}
            onRefresh={() => readAgain(client)}
          />
        }
      />
      <DashboardSetup />
      <FailedPart what="The urgent nominations" reading={urgent} />
      <FailedPart what="The payments that need attention" reading={members} />
      <FailedPart what="The failed emails" reading={failedEmails} />
      <DashboardNotices
        clocks={urgent.data ?? []}
        unknown={members.data?.unknownPayments ?? 0}
        needAttention={members.data?.needAttention ?? 0}
        failedEmails={failedEmails.data ?? 0}
        pending={stats.data?.pendingTransactions ?? 0}
      />
      {work}
      <DashboardStatCards stats={stats} />
      <div className="mb-4 grid grid-cols-1 gap-x-10 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <DashboardActivity activity={activity} />
        <DashboardActions />
      </div>
      <DashboardPart what="The charts" reading={charts} waiting={<WaitingCharts />}>
        {(charts) => (
          <ChartGrid>
            <TimeCharts charts={charts} />
          </ChartGrid>
        )}
      </DashboardPart>
    </>
  )
}
