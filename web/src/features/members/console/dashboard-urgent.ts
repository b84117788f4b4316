import type { QueuedNomination } from '@/lib/generated'

/** What the queue of the review says of a nomination's 48 hours; the clock stands while we wait for the applicant. */
export type Clock = Pick<QueuedNomination, 'pausedAt' | 'secondsLeft'> & Partial<Pick<QueuedNomination, 'id'>>

/** How many nominations are looked at, the most urgent first. */
export const urgentPage = 50

/** A nomination is near its end in the last quarter of the 48 hours. */
const near = 12 * 3600

/** A sentence on the nominations that are near or over their 48 hours; undefined where none is. */
export function urgencyOf(clocks: readonly Clock[]): string | undefined {
  const running = clocks.filter(({ pausedAt }) => !pausedAt)
  const over = running.filter(({ secondsLeft }) => secondsLeft < 0).length
  const soon = running.filter(({ secondsLeft }) => secondsLeft >= 0 && secondsLeft < near).length
  // a page that is full of them may not be all
  const atLeast = over + soon === urgentPage ? 'at least ' : ''
  if (over > 0 && soon > 0)
    return `${nominations(over)} past the promised 48 hours, and ${atLeast}${soon} more ${soon === 1 ? 'has' : 'have'} less than 12 hours left.`
  if (over > 0) return capital(`${atLeast}${nominations(over)} past the promised 48 hours.`)
  if (soon > 0) return capital(`${atLeast}${nominations(soon)} within 12 hours of the end of the promised 48.`)
  return undefined
}

/** The nominations that the sentence is about. */
export function urgentOnes(clocks: readonly Clock[]): readonly Clock[] {
  return clocks.filter(({ pausedAt, secondsLeft }) => !pausedAt && secondsLeft < near)
}

function nominations(count: number): string {
  return count === 1 ? '1 nomination is' : `${count} nominations are`
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
