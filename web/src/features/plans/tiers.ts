import { queryOptions } from '@tanstack/react-query'
import type { Tier } from '@/lib/generated'
import { send } from '@/lib/server'

/** The membership tiers in their order; the server tells an admin of those that are not on sale too. */
export const tiersQuery = queryOptions({
  queryKey: ['membership-tiers'],
  queryFn: ({ signal }) => send<Tier[]>('/api/membership-tiers', { signal }),
  select: onSale,
})

function onSale(tiers: Tier[]): Tier[] {
  return tiers.filter(({ isActive }) => isActive === 'true')
}
