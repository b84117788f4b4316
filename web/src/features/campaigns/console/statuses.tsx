import { emailTopicNames } from '@/lib/generated'
import { Badge, type BadgeTone } from '@/ui/badge'

type Status = { label: string; tone: BadgeTone; words: string }

const statuses: Readonly<Record<string, Status>> = {
  draft: { label: 'Draft', tone: 'outline', words: 'It is being written.' },
  awaiting: { label: 'Awaits approval', tone: 'warning', words: 'A second administrator must approve it.' },
  scheduled: { label: 'Scheduled', tone: 'plain', words: 'It begins at its time.' },
  preparing: { label: 'Preparing', tone: 'plain', words: 'The recipients are being stored.' },
  sending: { label: 'Sending', tone: 'brand', words: 'It goes out, batch by batch.' },
  paused: { label: 'Paused', tone: 'warning', words: 'Nothing more goes out until somebody resumes it.' },
  sent: { label: 'Sent', tone: 'success', words: 'Every email has gone to the provider.' },
  cancelled: { label: 'Cancelled', tone: 'outline', words: 'What had not gone out never does.' },
}

export function CampaignStatus({ status }: { status: string }) {
  const known = statuses[status]
  return <Badge tone={known?.tone ?? 'outline'}>{known?.label ?? status}</Badge>
}

export function statusInWords(status: string): string {
  return statuses[status]?.words ?? ''
}

/** What people read for a campaign's topic. */
export const topicLabels: Readonly<Record<string, string>> = emailTopicNames
