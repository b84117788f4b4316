import type { NominationStatus } from '@/lib/generated'
import type { BadgeTone } from '@/ui/badge'

/** The label of each state for reviewers. */
export const states: Readonly<Record<NominationStatus, { label: string; tone: BadgeTone }>> = {
  submitted: { label: 'Submitted', tone: 'brand' },
  in_review: { label: 'In review', tone: 'plain' },
  info_requested: { label: 'Question asked', tone: 'warning' },
  approved: { label: 'Approved', tone: 'success' },
  declined: { label: 'Declined', tone: 'outline' },
  withdrawn: { label: 'Withdrawn', tone: 'outline' },
}
