import { queryOptions } from '@tanstack/react-query'
import type { Tier } from '@/lib/generated'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'

/** The membership tiers in order. Admins also get those that are not on sale. */
export const tiersQuery = queryOptions({
  queryKey: queryKeys.tiers,
  queryFn: ({ signal }) => send<Tier[]>('/api/membership-tiers', { signal }),
  select: onSale,
})

function onSale(tiers: Tier[]): Tier[] {
  return tiers.filter(({ isActive }) => isActive)
}
