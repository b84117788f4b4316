import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Tier } from '@/lib/generated'
import { send } from '@/lib/server'
import { tiersQuery } from '../tiers'
import type { TierValues } from './pictured'

/** All tiers in their order, those that are not on sale too. */
export const allTiersQuery = queryOptions({
  queryKey: ['console', 'tiers'],
  queryFn: ({ signal }) => send<Tier[]>('/api/membership-tiers', { signal }),
})

export function saveTier(id: string | undefined, values: TierValues): Promise<Tier> {
  return id
    ? send(`/api/membership-tiers/${id}`, { method: 'PUT', body: values })
    : send('/api/membership-tiers', { method: 'POST', body: values })
}

export function deleteTier(id: string): Promise<void> {
  return send(`/api/membership-tiers/${id}`, { method: 'DELETE' })
}

/** Takes a tier off sale. The slug goes along, for it would follow the name anew. */
export function deactivateTier({ id, slug }: Tier): Promise<Tier> {
  return send(`/api/membership-tiers/${id}`, { method: 'PUT', body: { isActive: 'false', slug } })
}

export function reorderTiers(ids: string[]): Promise<void> {
  return send('/api/membership-tiers/reorder', { method: 'POST', body: { ids } })
}

/** Reads anew whatever a change of the tiers has made old. */
export function useTiersChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    client.removeQueries({ queryKey: tiersQuery.queryKey })
    await client.invalidateQueries({ queryKey: allTiersQuery.queryKey })
  }
}
