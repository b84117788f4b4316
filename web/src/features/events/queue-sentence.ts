import { timeOfDay } from '@/lib/formats'

const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

/** Says where a member is on the waiting list, and what has to happen until they have a place. */
export function queueSentence(place: number, promotionEndsAt: string, now: Date): string {
  if (now >= new Date(promotionEndsAt))
    return 'The waiting list is closed. If a place becomes free now, the first member who asks for it gets it.'
  const nth = ordinals[place] ?? `number ${place}`
  const cancel = place === 1 ? 'one member cancels' : `${place} members cancel`
  return `You are ${nth} on the waiting list. You get a place if ${cancel} by ${timeOfDay(promotionEndsAt)} IST on the day. We email you then.`
}
