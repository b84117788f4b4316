import { queryOptions } from '@tanstack/react-query'
import type { Tier } from '@/lib/generated'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'

/** The membership tiers in their order. An admin is sent those that are not on sale too. */
export const tiersQuery = queryOptions({
  queryKey: queryKeys.tiers,
  queryFn: ({ signal }) => send<Tier[]>('/api/membership-tiers', { signal }),
  select: onSale,
})

function onSale(tiers: Tier[]): Tier[] {
  return tiers.filter(({ isActive }) => isActive === 'true')
}
