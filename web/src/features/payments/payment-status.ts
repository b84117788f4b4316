import type { BadgeTone } from '@/ui/badge'

const statuses: Readonly<Record<string, { label: string; tone: BadgeTone }>> = {
  completed: { label: 'Completed', tone: 'success' },
  pending: { label: 'Pending', tone: 'outline' },
  authorized: { label: 'Processing', tone: 'outline' },
  failed: { label: 'Failed', tone: 'danger' },
  refunded: { label: 'Refunded', tone: 'plain' },
}

/** How a payment's status is shown; one that we don't know as it is. */
export function paymentBadge(status: string): { label: string; tone: BadgeTone } {
  return statuses[status] ?? { label: status, tone: 'outline' }
}
