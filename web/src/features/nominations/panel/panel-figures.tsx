import { useQuery } from '@tanstack/react-query'
import type { DashboardStats } from '@/lib/generated'
import { useLive } from '@/lib/live'
import { send } from '@/lib/server'
import { NotRead } from '@/ui/not-read'
import { StatCard, StatRow } from '@/ui/stat-card'

const path = '/api/admin/stats'

/** The panel's four figures, which the server counts. */
export function PanelFigures() {
  const { data, error, refetch } = useQuery({
    queryKey: ['console', path],
    queryFn: ({ signal }) => send<DashboardStats>(path, { signal }),
  })
  useLive(['nominations', 'drafts'], refetch)
  if (!data && error)
    return (
      <div className="mb-8">
        <NotRead title="The figures could not be read" error={error} onRetry={refetch} />
      </div>
    )
  return (
    <StatRow>
      <StatCard label="Total Registrations" value={data?.totalRegistrations.toLocaleString('en-IN')} />
      <StatCard label="Draft Applications" value={data?.draftRegistrations.toLocaleString('en-IN')} />
      <StatCard label="This Week" value={data?.thisWeekRegistrations.toLocaleString('en-IN')} />
      <StatCard label="Independent Directors" value={data?.independentDirectors.toLocaleString('en-IN')} />
    </StatRow>
  )
}
