import { useQuery } from '@tanstack/react-query'
import type { Reauthentication } from '@/lib/account-api'
import { useMay } from '@/lib/admin-access'
import type {
  Charts,
  DashboardStats,
  ImportReport,
  MemberImport,
  MemberTerm,
  QueuedNomination,
  RecentActivity,
  Tier,
} from '@/lib/generated'
import { useLiveQuery } from '@/lib/live'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'
import { urgentPage } from './dashboard-urgent'

/** The figures of the dashboard. */
export const useDashboardStats = () =>
  useLiveQuery<DashboardStats>({ queryKey: queryKeys.dashboardStats, path: '/api/admin/stats' }, [
    'nominations',
    'drafts',
    'members',
    'payments',
    'mail',
  ])

/** The newest nominations, sign-ups and payments. */
export const useRecentActivity = () =>
  useLiveQuery<RecentActivity[]>({ queryKey: queryKeys.activity, path: '/api/admin/recent-activity' }, [
    'nominations',
    'members',
    'payments',
  ])

export const useCharts = () =>
  useLiveQuery<Charts>({ queryKey: queryKeys.charts, path: '/api/admin/charts' }, [
    'nominations',
    'members',
    'payments',
  ])

/** The nominations whose 48 hours end first. */
export function useMostUrgent() {
  const enabled = useMay()('GET /api/nominations')
  return useLiveQuery<QueuedNomination[]>(
    {
      enabled,
      queryKey: queryKeys.urgentNominations,
      path: `/api/nominations?state=open&sort=due&perPage=${urgentPage}`,
    },
    ['nominations'],
  )
}

/** Grants a complimentary membership, or changes the end of one: both answer the term. */
export const useChangeTerm = () =>
  useServerMutation('changeTerm', ({ path, body }: { path: string; body: Record<string, unknown> }) =>
    send<MemberTerm>(path, { method: 'POST', body }),
  )

/** Where a member's memberships are granted. */
export const termsPath = (memberId: string) => `/api/members/${encodeURIComponent(memberId)}/memberships`

/** All tiers, those that are not on sale too. */
export const useTierChoices = () =>
  useQuery({ queryKey: queryKeys.allTiers, queryFn: ({ signal }) => send<Tier[]>('/api/membership-tiers', { signal }) })

/** The file as the server takes it. */
export type ImportFile = { fileName: string; content: string; invite: boolean }

/** What would become of each row; nothing is changed. */
export const useCheckImport = () =>
  useServerMutation('checkImport', (file: ImportFile) =>
    send<ImportReport>('/api/members/imports/check', { method: 'POST', body: file }),
  )

type NewImport = { file: ImportFile; reauthentication?: Reauthentication }

function startImport({ file, reauthentication }: NewImport): Promise<MemberImport> {
  return send('/api/members/imports', { method: 'POST', body: { ...file, ...reauthentication } })
}

/** Starts an import; one that sends emails takes a re-authentication. Its accounts are created in the background. */
export const useStartImport = () => useServerMutation('startImport', startImport)
