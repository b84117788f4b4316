import { Freshness } from '@/ui/list-toolbar'
import { PageHead } from '@/ui/page-head'
import { DashboardActions } from './dashboard-actions'
import { DashboardActivity } from './dashboard-activity'
import { useCharts, useMostUrgent, useRecentActivity, useStats } from './dashboard-calls'
import { DashboardFigures } from './dashboard-figures'
import { DashboardNotices } from './dashboard-notices'
import { FailedPart } from './dashboard-part'
import { MemberCharts } from './member-charts'
import { TimeCharts } from './time-charts'

/** How the office stands: its figures, what presses, what has happened, and how it went over time. */
export function Component() {
  const stats = useStats()
  const activity = useRecentActivity()
  const charts = useCharts()
  const urgent = useMostUrgent()
  const all = [stats, activity, charts, urgent]
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
      <FailedPart what="The nominations' 48 hours" reading={urgent} />
      <DashboardNotices pending={stats.data?.pendingTransactions ?? 0} clocks={urgent.data ?? []} />
      <DashboardFigures stats={stats} />
      <DashboardActions />
      <div className="grid gap-x-10 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <DashboardActivity activity={activity} />
        <TimeCharts charts={charts} />
      </div>
      {charts.data && <MemberCharts charts={charts.data} />}
    </>
  )
}
