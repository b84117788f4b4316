import type { QueuedNomination } from '@/lib/api-types'

/** The review queue's data on a nomination's 48 hours. The clock is paused while we wait for the applicant. */
export type Clock = Pick<QueuedNomination, 'pausedAt' | 'secondsLeft'> & Partial<Pick<QueuedNomination, 'id'>>

/** How many nominations are loaded, the most urgent first. */
export const urgentPage = 50

/** A nomination is urgent in the last quarter of its 48 hours, in seconds. */
const near = 12 * 3600

/** Returns a sentence on the nominations that are close to or past their 48 hours, or undefined without any. */
export function urgencyOf(clocks: readonly Clock[]): string | undefined {
  const running = clocks.filter(({ pausedAt }) => !pausedAt)
  const over = running.filter(({ secondsLeft }) => secondsLeft < 0).length
  const soon = running.filter(({ secondsLeft }) => secondsLeft >= 0 && secondsLeft < near).length
  // If all loaded nominations are urgent, there may be more.
  const atLeast = over + soon === urgentPage ? 'at least ' : ''
  if (over > 0 && soon > 0)
    return `${nominations(over)} past the promised 48 hours, and ${atLeast}${soon} more ${soon === 1 ? 'has' : 'have'} less than 12 hours left.`
  if (over > 0) return capital(`${atLeast}${nominations(over)} past the promised 48 hours.`)
  if (soon > 0) return capital(`${atLeast}${nominations(soon)} within 12 hours of the end of the promised 48.`)
  return undefined
}

/** The nominations that the sentence counts. */
export function urgentOnes(clocks: readonly Clock[]): readonly Clock[] {
  return clocks.filter(({ pausedAt, secondsLeft }) => !pausedAt && secondsLeft < near)
}

function nominations(count: number): string {
  return count === 1 ? '1 nomination is' : `${count} nominations are`
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
