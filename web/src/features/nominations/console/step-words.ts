import { timeOfDay } from '@/lib/formats'
import type { ReviewStep } from '@/lib/generated'

const done: Readonly<Record<string, (it: string) => string>> = {
  take: (it) => `took ${it} into review`,
  ask: () => 'asked the applicant',
  answer: () => 'marked her answer as received',
  resume: (it) => `took ${it} back into review`,
  approve: (it) => `approved ${it}`,
  decline: (it) => `declined ${it}`,
}

/** What somebody did by a step, to follow her name. */
export function whatWasDone(step: string, it: string): string {
  return done[step]?.(it) ?? step
}

/** The steps that were taken while somebody was busy with one of her own. */
export function whatHappened(steps: readonly Pick<ReviewStep, 'actor' | 'step' | 'at'>[]): string {
  return steps
    .map(({ actor, step, at }) => `${actor} ${whatWasDone(step, 'this nomination')} at ${timeOfDay(at)}.`)
    .join(' ')
}
