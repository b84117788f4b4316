import type { BadgeTone } from '@/ui/badge'
import type { Report } from './api'

export const subjects: Readonly<Record<Report['subject'], string>> = {
  profile: 'A profile',
  comment: 'A comment',
  'board-seat': 'A board seat',
  message: 'A message',
}

export const decisions: Readonly<Record<Exclude<Report['decision'], ''>, string>> = {
  none: 'No action',
  'content-removed': 'Remove the content',
  'person-warned': 'Warn the member',
  'membership-review': 'Review the membership',
}

/** The status of a report with its tone. */
export function statusOf({ state, decision, isOverdue }: Pick<Report, 'state' | 'decision' | 'isOverdue'>): {
  label: string
  tone: BadgeTone
} {
  if (state === 'reversed') return { label: 'Suspension lifted', tone: 'plain' }
  if (state === 'open') return isOverdue ? { label: 'Overdue', tone: 'danger' } : { label: 'Open', tone: 'warning' }
  switch (decision) {
    case 'content-removed':
      return { label: 'Content removed', tone: 'plain' }
    case 'person-warned':
      return { label: 'Member warned', tone: 'plain' }
    case 'membership-review':
      return { label: 'Membership to be reviewed', tone: 'plain' }
    default:
      return { label: 'No action', tone: 'plain' }
  }
}
