import { ChartGrid, WaitingCharts } from '@/ui/chart-grid'
import { Freshness } from '@/ui/list-toolbar'
import { PageHead } from '@/ui/page-head'
import { DashboardActions } from './dashboard-actions'
import { DashboardActivity } from './dashboard-activity'
import { useCharts, useFigures, useMostUrgent, useRecentActivity, useStats } from './dashboard-calls'
import { DashboardFigures } from './dashboard-figures'
import { DashboardNotices } from './dashboard-notices'
import { DashboardPart, FailedPart } from './dashboard-part'
import { MemberCharts } from './member-charts'
import { TimeCharts } from './time-charts'

/** How the office stands: its figures, what presses, what has happened, and how it went over time. */
export function Component() {
  const stats = useStats()
  const activity = useRecentActivity()
  const charts = useCharts()
  const urgent = useMostUrgent()
  const figures = useFigures()
  const all = [stats, activity, charts, urgent, figures]
  const read = all.map(({ asOf }) => asOf)
  return (
    <>
      <PageHead
        title="Dashboard"
        actions={
          <Freshness
            // the oldest of the parts says how fresh the page is
            asOf={Math.min(...read)}
            busy={all.some(({ isFetching }) => isFetching)}
            onRefresh={() => {
              for (const { refresh } of all) refresh()
            }}
          />
        }
      />
      <FailedPart what="The nominations’ clocks" reading={urgent} />
      <FailedPart what="The payments that need attention" reading={figures} />
      <DashboardNotices
        pending={stats.data?.pendingTransactions ?? 0}
        unknown={figures.data?.unknownPayments ?? 0}
        needAttention={figures.data?.needAttention ?? 0}
        clocks={urgent.data ?? []}
      />
      <DashboardFigures stats={stats} />
      <div className="mb-4 grid gap-x-10 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <DashboardActivity activity={activity} />
        <DashboardActions />
      </div>
      <DashboardPart what="The charts" reading={charts} waiting={<WaitingCharts />}>
        {(told) => (
          <ChartGrid>
            <TimeCharts charts={told} />
            <MemberCharts charts={told} />
          </ChartGrid>
        )}
      </DashboardPart>
    </>
  )
}
