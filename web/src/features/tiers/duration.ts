import type { Tier } from '@/lib/api-types'

type Words = {
  /** The text of the duration. */
  term: `terms.${Tier['duration']}`
  /** The text of how often the tier is paid. */
  badge: `badges.${Tier['duration'] | 'once'}`
  /** How many of the ring's twelve dots are filled. A lifetime has its own ring. */
  months: number
}

const durations: Readonly<Record<Tier['duration'], Words>> = {
  lifetime: { term: 'terms.lifetime', badge: 'badges.lifetime', months: 12 },
  annual: { term: 'terms.annual', badge: 'badges.annual', months: 12 },
  monthly: { term: 'terms.monthly', badge: 'badges.monthly', months: 1 },
}

/** The texts of a tier's duration. Only a tier with a mandate renews; any other is paid once for its term. */
export function durationWords(duration: Tier['duration'], renews: boolean): Words {
  const words = durations[duration]
  return renews || duration === 'lifetime' ? words : { ...words, badge: 'badges.once' }
}
