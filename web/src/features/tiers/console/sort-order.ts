import type { Tier } from '@/lib/api-types'

/** The sort order of a new tier: the last place, or the default 0 while no tier has a place. */
export function nextSortOrder(tiers: readonly Pick<Tier, 'sortOrder'>[]): number {
  const last = Math.max(0, ...tiers.map(({ sortOrder }) => sortOrder))
  return last === 0 ? 0 : last + 1
}
