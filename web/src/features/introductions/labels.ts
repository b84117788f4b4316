import type { BadgeTone } from '@/ui/badge'
import type { Status } from './api'

export const statuses: Readonly<Record<Status, { label: string; tone: BadgeTone }>> = {
  asked: { label: 'Waits for you', tone: 'brand' },
  waiting: { label: 'Waiting', tone: 'outline' },
  unanswered: { label: 'No answer', tone: 'plain' },
  declined: { label: 'Declined', tone: 'plain' },
  withdrawn: { label: 'Withdrawn', tone: 'plain' },
  open: { label: 'Open', tone: 'success' },
  closed: { label: 'Closed', tone: 'plain' },
}
