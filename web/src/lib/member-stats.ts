import type { MemberStats } from './generated'
import { type Reading, useLiveQuery } from './live'
import { queryKeys } from './query-keys'

/** The figures above the lists of members and payments. */
export function useMemberStats(): Reading<MemberStats> {
  return useLiveQuery({ queryKey: queryKeys.memberStats, path: '/api/members/figures' }, [
    'members',
    'nominations',
    'payments',
  ])
}
