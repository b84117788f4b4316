import { Badge, type BadgeTone } from '@/ui/badge'
import type { OfficeRow } from './api'

const states: Readonly<Record<OfficeRow['status'], { label: string; tone: BadgeTone }>> = {
  draft: { label: 'Draft', tone: 'outline' },
  published: { label: 'Published', tone: 'success' },
  cancelled: { label: 'Cancelled', tone: 'danger' },
}

/** The status of a session in the console. */
export function SessionStatus({ session: { status, endsAt } }: { session: Pick<OfficeRow, 'status' | 'endsAt'> }) {
  if (status === 'published' && new Date(endsAt) < new Date()) return <Badge>Over</Badge>
  return <Badge tone={states[status].tone}>{states[status].label}</Badge>
}
