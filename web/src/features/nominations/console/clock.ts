import type { QueuedNomination } from '@/lib/api-types'

const hour = 3600
const promised = 48 * hour

export type ClockReading = {
  /** The part of the 48 hours that is left, from 0 to 1. */
  share: number
  tone: 'calm' | 'soon' | 'late' | 'still'
  text: string
}

type Clock = Pick<QueuedNomination, 'secondsLeft' | 'pausedAt' | 'decidedAt'>

/** Returns the state of a nomination's 48 hours, the given number of seconds after the server's answer. */
export function readClock({ secondsLeft, pausedAt, decidedAt }: Clock, secondsSince = 0): ClockReading {
  if (decidedAt)
    return {
      share: shareOf(secondsLeft),
      tone: 'still',
      text: secondsLeft >= 0 ? 'Decided in time' : `Decided ${span(-secondsLeft)} late`,
    }
  if (pausedAt)
    return {
      share: shareOf(secondsLeft),
      tone: 'still',
      text: secondsLeft >= 0 ? `Paused, ${span(secondsLeft)} left` : `Paused, ${span(-secondsLeft)} overdue`,
    }
  const left = secondsLeft - secondsSince
  if (left < 0) return { share: 1, tone: 'late', text: `${span(-left)} overdue` }
  return { share: shareOf(left), tone: left < 12 * hour ? 'soon' : 'calm', text: `${span(left)} left` }
}

function shareOf(seconds: number): number {
  return Math.max(0, Math.min(1, seconds / promised))
}

/** "25 min", "31 h", "5 days": only the largest unit. */
function span(seconds: number): string {
  if (seconds < hour) return `${Math.floor(seconds / 60)} min`
  if (seconds <= promised) return `${Math.floor(seconds / hour)} h`
  return `${Math.floor(seconds / (24 * hour))} days`
}
