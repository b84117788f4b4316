import type { Tier } from '@/lib/api-types'

type Words = {
  /** The text of the duration. */
  term: `terms.${Tier['duration']}`
  /** The text of how often the tier is paid. */
  badge: `badges.${Tier['duration'] | 'once'}`
  /** How many of the ring's twelve dots are filled. A lifetime has its own ring. */
  months: number
}

/** The texts of a tier's duration. Only a tier with a mandate renews; any other is paid once for its term. */
export function durationWords(duration: Tier['duration'], renews: boolean): Words {
  return {
    term: `terms.${duration}`,
    badge: renews || duration === 'lifetime' ? `badges.${duration}` : 'badges.once',
    months: duration === 'monthly' ? 1 : 12,
  }
}
