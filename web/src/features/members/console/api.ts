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

/** Grants a complimentary membership, or changes the end of a membership. Both return the term. */
export const useChangeTerm = () =>
  useServerMutation('changeTerm', ({ path, body }: { path: string; body: Record<string, unknown> }) =>
    send<MemberTerm>(path, { method: 'POST', body }),
  )

/** The route that grants memberships to a member. */
export const termsPath = (memberId: string) => `/api/members/${encodeURIComponent(memberId)}/memberships`

/** All tiers, including those that are not on sale. */
export const useTierChoices = () =>
  useQuery({ queryKey: queryKeys.allTiers, queryFn: ({ signal }) => send<Tier[]>('/api/membership-tiers', { signal }) })

/** The file in the format of the import routes. */
export type ImportFile = { fileName: string; content: string; invite: boolean }

/** Returns the effect of the import on each row, without changing anything. */
export const useCheckImport = () =>
  useServerMutation('checkImport', (file: ImportFile) =>
    send<ImportReport>('/api/members/imports/check', { method: 'POST', body: file }),
  )

type NewImport = { file: ImportFile; reauthentication?: Reauthentication }

function startImport({ file, reauthentication }: NewImport): Promise<MemberImport> {
  return send('/api/members/imports', { method: 'POST', body: { ...file, ...reauthentication } })
}

/**
 * Starts an import. An import that sends emails needs re-authentication. The accounts are created in the background.
 */
export const useStartImport = () => useServerMutation('startImport', startImport)
