type Words = {
  /** How long it lasts: "Lifetime". */
  term: string
  /** How often it is paid. */
  badge: string
  /** How much of the year's ring of twelve dots it fills; a lifetime fills a ring of its own. */
  months: number
}

const durations: Readonly<Record<string, Words>> = {
  lifetime: { term: 'Lifetime', badge: 'One-time payment', months: 12 },
  annual: { term: 'One year', badge: 'Renews annually', months: 12 },
  monthly: { term: 'One month', badge: 'Renews monthly', months: 1 },
}

/**
 * What people read for a tier's duration. One that we don't know reads as the specification has it. Only a tier
 * with a mandate renews: any other is paid once for its term.
 */
export function durationWords(duration: string, renews: boolean): Words {
  const words = durations[duration] ?? { term: duration, badge: `Renews ${duration}ly`, months: 12 }
  return renews || duration === 'lifetime' ? words : { ...words, badge: 'Paid once' }
}
