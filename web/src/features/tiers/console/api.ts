import { queryOptions } from '@tanstack/react-query'
import type { Tier } from '@/lib/generated'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'
import type { TierValues } from './tier-preview'

const path = '/api/membership-tiers'

/** All tiers in order, including those that are not on sale. */
export const allTiersQuery = queryOptions({
  queryKey: queryKeys.allTiers,
  queryFn: ({ signal }) => send<Tier[]>(path, { signal }),
})

type SavedTier = { id: string | undefined; values: TierValues }

function saveTier({ id, values }: SavedTier): Promise<Tier> {
  return id ? send(`${path}/${id}`, { method: 'PUT', body: values }) : send(path, { method: 'POST', body: values })
}

export const useSaveTier = () => useServerMutation('saveTier', saveTier)

function deleteTier({ id }: Tier): Promise<void> {
  return send(`${path}/${id}`, { method: 'DELETE' })
}

export const useDeleteTier = () => useServerMutation('deleteTier', deleteTier)

function createPlan({ id }: Tier): Promise<Tier> {
  return send(`${path}/${id}/plan`, { method: 'POST' })
}

/** Creates a plan at Razorpay that charges the tier's price with the current GST. */
export const useCreatePlan = () => useServerMutation('createPlan', createPlan)

// The slug is sent too, because otherwise the server would derive it from the name.
function deactivateTier({ id, slug }: Tier): Promise<Tier> {
  return send(`${path}/${id}`, { method: 'PUT', body: { isActive: 'false', slug } })
}

/** Takes a tier off sale. */
export const useDeactivateTier = () => useServerMutation('deactivateTier', deactivateTier)

function reorderTiers(ids: string[]): Promise<void> {
  return send(`${path}/reorder`, { method: 'POST', body: { ids } })
}

/** Changes the order of the tiers. The new order is shown before the server answers. */
export const useReorderTiers = () =>
  useServerMutation('reorderTiers', reorderTiers, {
    optimistic: (client, ids) => {
      const before = client.getQueryData(allTiersQuery.queryKey)
      const after = before?.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
      client.setQueryData(allTiersQuery.queryKey, after)
      return () => client.setQueryData(allTiersQuery.queryKey, before)
    },
  })
