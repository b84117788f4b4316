import { queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/api'
import type { Tier } from '@/lib/api-types'
import { areas } from '@/lib/areas'

/** The membership tiers in order. Admins also get those that are not on sale. */
export const tiersQuery = queryOptions({
  queryKey: areas.tiers,
  queryFn: ({ signal }) => call('GET /api/membership-tiers', { signal }),
  select: onSale,
})

function onSale(tiers: Tier[]): Tier[] {
  return tiers.filter(({ isActive }) => isActive)
}
