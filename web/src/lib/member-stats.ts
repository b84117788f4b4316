import type { MemberStats } from './generated'
import { type Reading, useLiveQuery } from './live'
import { queryKeys } from './query-keys'

/** The numbers over the members' and the payments' lists. */
export function useMemberStats(): Reading<MemberStats> {
  return useLiveQuery({ queryKey: queryKeys.memberStats, path: '/api/members/figures' }, [
    'members',
    'nominations',
    'payments',
  ])
}
