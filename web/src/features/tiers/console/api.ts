import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '@/lib/api'
import type { Tier } from '@/lib/api-types'
import { areas } from '@/lib/areas'
import type { TierValues } from './tier-preview'

/** All tiers in order, including those that are not on sale. */
export const allTiersQuery = queryOptions({
  queryKey: areas.allTiers,
  queryFn: ({ signal }) => call('GET /api/membership-tiers', { signal }),
})

type SavedTier = { id: string | undefined; version: string | undefined; values: TierValues }

export const useSaveTier = () =>
  useMutation({
    mutationFn: ({ id, version, values: body }: SavedTier) =>
      id
        ? call('PUT /api/membership-tiers/{id}', { path: { id }, body: { ...body, version } })
        : call('POST /api/membership-tiers', { body }),
  })

export const useDeleteTier = () =>
  useMutation({
    mutationFn: ({ id }: Tier) => call('DELETE /api/membership-tiers/{id}', { path: { id } }),
  })

/** Creates a plan at Razorpay that charges the tier's price with the current GST. */
export const useCreatePlan = () =>
  useMutation({
    mutationFn: ({ id }: Tier) => call('POST /api/membership-tiers/{id}/plan', { path: { id } }),
  })

/** Takes a tier off sale. */
export const useDeactivateTier = () =>
  useMutation({
    // The slug is sent too, because otherwise the server would derive it from the name.
    mutationFn: ({ id, slug }: Tier) =>
      call('PUT /api/membership-tiers/{id}', { path: { id }, body: { isActive: false, slug } }),
  })

/** Changes the order of the tiers. The new order is shown before the server answers. */
export const useReorderTiers = () =>
  useMutation({
    mutationFn: (ids: string[]) => call('POST /api/membership-tiers/reorder', { body: { ids } }),
    onMutate: (ids, { client }) => {
      const before = client.getQueryData(allTiersQuery.queryKey)
      const after = before?.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
      client.setQueryData(allTiersQuery.queryKey, after)
      return () => client.setQueryData(allTiersQuery.queryKey, before)
    },
    onError: (_error, _ids, undo) => undo?.(),
  })
