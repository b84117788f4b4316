import type { BadgeTone } from '@/ui/badge'

/** What reviewers read for each state of a nomination. */
export const states: Readonly<Record<string, { label: string; tone: BadgeTone }>> = {
  submitted: { label: 'Submitted', tone: 'brand' },
  in_review: { label: 'In review', tone: 'plain' },
  info_requested: { label: 'Question asked', tone: 'warning' },
  approved: { label: 'Approved', tone: 'success' },
  declined: { label: 'Declined', tone: 'outline' },
  withdrawn: { label: 'Withdrawn', tone: 'outline' },
}

/** The state as a badge shows it; one that we don't know reads as it is. */
export function stateOf(status: string): { label: string; tone: BadgeTone } {
  return states[status] ?? { label: status, tone: 'outline' }
}
