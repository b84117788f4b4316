import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Charts, DashboardStats, MemberFigures, QueuedNomination, RecentActivity, Topic } from '@/lib/generated'
import { useLive } from '@/lib/live'
import { send } from '@/lib/server'
import { urgentPage } from './dashboard-urgent'

/** What a part of the dashboard has read, and how to read it again. */
export type Reading<Answer> = {
  /** undefined until the first answer has come. */
  data: Answer | undefined
  error: unknown
  isFetching: boolean
  /** When it was read, in milliseconds; 0 before that. */
  asOf: number
  refresh: () => void
}

// Reads a route, and again when the server says that something of these topics has changed.
function useReading<Answer>(path: string, topics: readonly Topic[]): Reading<Answer> {
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['console', path],
    queryFn: ({ signal }) => send<Answer>(path, { signal }),
  })
  const refresh = useCallback(() => {
    refetch()
  }, [refetch])
  useLive(topics, refresh)
  return { data, error, isFetching, asOf: dataUpdatedAt, refresh }
}

/** The office's figures. */
export function useStats(): Reading<DashboardStats> {
  return useReading('/api/admin/stats', ['nominations', 'drafts', 'members', 'payments', 'mail'])
}

/** The numbers over the members' and the payments' lists. */
export function useFigures(): Reading<MemberFigures> {
  return useReading('/api/members/figures', ['members', 'nominations', 'payments'])
}

/** The newest nominations, sign-ups and payments. */
export function useRecentActivity(): Reading<RecentActivity[]> {
  return useReading('/api/admin/recent-activity', ['nominations', 'members', 'payments'])
}

export function useCharts(): Reading<Charts> {
  return useReading('/api/admin/charts', ['nominations', 'members', 'payments'])
}

/** The nominations whose 48 hours end first. */
export function useMostUrgent(): Reading<QueuedNomination[]> {
  return useReading(`/api/nominations?state=open&sort=due&perPage=${urgentPage}`, ['nominations'])
}
