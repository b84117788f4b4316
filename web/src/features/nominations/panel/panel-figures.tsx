import { useQuery } from '@tanstack/react-query'
import { messageOf } from '@/lib/api-error'
import type { DashboardStats } from '@/lib/generated'
import { useLive } from '@/lib/live'
import { send } from '@/lib/server'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
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
      <div className="mb-8" role="alert">
        <Notice tone="danger" title="The figures could not be read">
          <p>{messageOf(error, 'Something went wrong on the way.')}</p>
          <Button tone="outline" className="mt-3" onClick={() => refetch()}>
            Try again
          </Button>
        </Notice>
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
