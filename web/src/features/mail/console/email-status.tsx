import { Badge } from '@/ui/badge'
import { statuses } from './statuses'

/** A letter's state; one that is not ours is shown as it is. */
export function EmailStatus({ status }: { status: string }) {
  const known = statuses[status]
  return <Badge tone={known?.tone ?? 'outline'}>{known?.label ?? status}</Badge>
}
