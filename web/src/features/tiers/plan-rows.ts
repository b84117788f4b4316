import type { Tier } from '@/lib/api-types'

/** A row of the comparison: a feature, and the tiers that include it. */
type Row = { feature: string; tiers: Set<Tier> }

/**
 * Lists the features of tiers for a comparison. A feature that several tiers have is one row. Features that more tiers
 * share come first; else they are in the order of the tiers.
 */
export function planRows(tiers: readonly Tier[]): Row[] {
  const rows = new Map<string, Row>()
  for (const tier of tiers)
    for (const feature of featuresOf(tier, tiers)) {
      const key = feature.trim().toLowerCase()
      const row = rows.get(key) ?? { feature, tiers: new Set() }
      rows.set(key, row)
      row.tiers.add(tier)
    }
  return [...rows.values()].sort((a, b) => b.tiers.size - a.tiers.size)
}

/**
 * The features of a tier. A feature such as "Everything in the lifetime membership" is replaced by the features of the
 * tier with that name.
 */
function featuresOf(tier: Tier, tiers: readonly Tier[], outer: readonly Tier[] = []): string[] {
  return tier.features.flatMap((feature) => {
    const [, name] = /^everything in (?:the )?(.+?)\.?$/i.exec(feature.trim()) ?? []
    const other = tiers.find((other) => other.name.toLowerCase() === name?.toLowerCase())
    if (!other) return feature
    return other === tier || outer.includes(other) ? [] : featuresOf(other, tiers, [...outer, tier])
  })
}
