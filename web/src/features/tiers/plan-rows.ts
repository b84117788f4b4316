import type { Tier } from '@/lib/api-types'
import { type CircleModule, circleModules } from '@/lib/modules'
import { screens } from '@/ui/promise-link'

/**
 * A row of the comparison: a feature in the office's words or, if no plan has words for it, a module, and the tiers that
 * include it.
 */
export type Row = { feature: string; tiers: Set<Tier> } | { module: CircleModule; tiers: Set<Tier> }

/**
 * Lists what tiers include, for a comparison. A feature that leads to a page of a module which is on is included in the
 * tiers that open the module; any other feature is included in the tiers that name it. Of several features that lead to
 * the same page, the first decides. A module without such a feature has a row of its own. What more tiers share comes
 * first; else the rows are in the order of the tiers.
 */
export function planRows(tiers: readonly Tier[], isOn: (module: CircleModule) => boolean): Row[] {
  const opening = (module: CircleModule) => new Set(tiers.filter(({ modules }) => modules.includes(module)))
  const rows = new Map<string, Row>()
  const described = new Set<string>()
  for (const tier of tiers)
    for (const { words, screen } of featuresOf(tier, tiers)) {
      const key = words.trim().toLowerCase()
      const module = screen && !described.has(screen) ? screens[screen].module : undefined
      if (module && isOn(module)) {
        described.add(screen as string)
        rows.set(key, { feature: words, tiers: opening(module) })
      } else if (!rows.has(key)) rows.set(key, { feature: words, tiers: naming(words, tiers) })
    }
  const named = new Set([...described].map((screen) => screens[screen as keyof typeof screens].module))
  const unnamed = circleModules.filter((module) => isOn(module) && !named.has(module) && opening(module).size > 0)
  return [...rows.values(), ...unnamed.map((module) => ({ module, tiers: opening(module) }))].sort(
    (a, b) => b.tiers.size - a.tiers.size,
  )
}

/** The tiers that name a feature, in whatever case. */
function naming(words: string, tiers: readonly Tier[]): Set<Tier> {
  const key = words.trim().toLowerCase()
  return new Set(
    tiers.filter((tier) => featuresOf(tier, tiers).some(({ words }) => words.trim().toLowerCase() === key)),
  )
}

type Feature = { words: string; screen: keyof typeof screens | undefined }

/**
 * The features of a tier with the pages to which they lead. A feature such as "Everything in the lifetime membership" is
 * replaced by the features of the tier with that name.
 */
function featuresOf(tier: Tier, tiers: readonly Tier[], outer: readonly Tier[] = []): Feature[] {
  return tier.features.flatMap((words) => {
    const [, name] = /^everything in (?:the )?(.+?)\.?$/i.exec(words.trim()) ?? []
    const other = tiers.find((other) => other.name.toLowerCase() === name?.toLowerCase())
    if (!other) return { words, screen: tier.screens.find(({ feature }) => feature === words)?.screen }
    return other === tier || outer.includes(other) ? [] : featuresOf(other, tiers, [...outer, tier])
  })
}
