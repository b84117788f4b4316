import type { BadgeTone } from '@/ui/badge'

/** The label of each state for reviewers. */
export const states: Readonly<Record<string, { label: string; tone: BadgeTone }>> = {
  submitted: { label: 'Submitted', tone: 'brand' },
  in_review: { label: 'In review', tone: 'plain' },
  info_requested: { label: 'Question asked', tone: 'warning' },
  approved: { label: 'Approved', tone: 'success' },
  declined: { label: 'Declined', tone: 'outline' },
  withdrawn: { label: 'Withdrawn', tone: 'outline' },
}

/** Returns a state's badge. An unknown state is shown as stored. */
export function stateOf(status: string): { label: string; tone: BadgeTone } {
  return states[status] ?? { label: status, tone: 'outline' }
}
