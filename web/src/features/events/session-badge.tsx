import { Badge } from '@/ui/badge'
import type { SessionSummary } from './api'

/** The state of a session for the member: cancelled, or their own answer. */
export function SessionBadge({ session: { status, state } }: { session: Pick<SessionSummary, 'status' | 'state'> }) {
  if (status === 'cancelled') return <Badge tone="danger">Cancelled</Badge>
  switch (state) {
    case 'going':
      return <Badge tone="success">You are going</Badge>
    case 'waiting':
      return <Badge tone="warning">Waiting list</Badge>
    case 'declined':
    case 'cancelled':
      return <Badge>Not going</Badge>
    case 'none':
      return null
  }
}
