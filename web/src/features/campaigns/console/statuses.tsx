import { Badge, type BadgeTone } from '@/ui/badge'
import type { Campaign } from './api'

type Status = Campaign['status']

const statuses: Readonly<Record<Status, { label: string; tone: BadgeTone; meaning: string }>> = {
  draft: { label: 'Draft', tone: 'outline', meaning: 'It is being written.' },
  awaiting: { label: 'Awaiting approval', tone: 'warning', meaning: 'A second administrator must approve it.' },
  scheduled: { label: 'Scheduled', tone: 'plain', meaning: 'Starts as scheduled.' },
  preparing: { label: 'Preparing', tone: 'plain', meaning: 'The list of recipients is being created.' },
  sending: { label: 'Sending', tone: 'brand', meaning: 'The emails are being sent in batches.' },
  paused: { label: 'Paused', tone: 'warning', meaning: 'No more emails are sent until an admin resumes it.' },
  sent: { label: 'Sent', tone: 'success', meaning: 'Every email has been handed to the provider.' },
  cancelled: { label: 'Cancelled', tone: 'outline', meaning: 'Emails that were not sent yet will not be sent.' },
}

export function CampaignStatus({ status }: { status: Status }) {
  const { label, tone } = statuses[status]
  return <Badge tone={tone}>{label}</Badge>
}

export function statusInWords(status: Status): string {
  return statuses[status].meaning
}
