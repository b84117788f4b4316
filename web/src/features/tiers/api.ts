import { queryOptions, useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { call } from '@/lib/api'
import type { Tier } from '@/lib/api-types'
import { areas } from '@/lib/areas'
import { DisplayContext, type Language } from '@/lib/texts'

/** The membership tiers in order, with their texts in a language. Admins also get those that are not on sale. */
export const tiersQuery = (lang: Language) =>
  queryOptions({
    queryKey: [...areas.tiers, lang],
    queryFn: ({ signal }) => call('GET /api/membership-tiers', { query: { lang }, signal }),
    select: onSale,
  })

/** The membership tiers on sale, with their texts in the language of the page. */
export const useTiers = () => useQuery(tiersQuery(use(DisplayContext).language))

function onSale(tiers: Tier[]): Tier[] {
  return tiers.filter(({ isActive }) => isActive)
}
