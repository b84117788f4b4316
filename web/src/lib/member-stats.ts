import { call } from './api'
import type { MemberStats } from './api-types'
import { areas } from './areas'
import { type Reading, useReading } from './reading'

/** The figures above the lists of members and payments. */
export function useMemberStats(): Reading<MemberStats> {
  return useReading({
    queryKey: [...areas.stats, 'members'],
    queryFn: ({ signal }) => call('GET /api/members/figures', { signal }),
  })
}
