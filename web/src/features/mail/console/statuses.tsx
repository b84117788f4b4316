import { Badge, type BadgeTone } from '@/ui/badge'
import type { Email } from './api'

type Status = { label: string; tone: BadgeTone; meaning: string }

/** The delivery statuses of an email in plain words, in the order in which an email passes through them. */
export const statuses: Readonly<Record<Email['status'], Status>> = {
  queued: { label: 'Waiting', tone: 'outline', meaning: 'It is waiting to be sent or retried.' },
  sending: { label: 'Sending', tone: 'outline', meaning: 'It is being handed to the provider.' },
  sent: { label: 'Sent', tone: 'plain', meaning: 'The provider has accepted it and is delivering it.' },
  delivered: { label: 'Delivered', tone: 'success', meaning: 'It is in the recipient’s mailbox.' },
  opened: { label: 'Opened', tone: 'success', meaning: 'The recipient has opened it.' },
  clicked: { label: 'Clicked', tone: 'success', meaning: 'The recipient has clicked a link in it.' },
  uncertain: {
    label: 'Uncertain',
    tone: 'warning',
    meaning:
      'The provider gave no clear answer, so the email may have arrived. Check the provider’s log before you send it again.',
  },
  failed: { label: 'Failed', tone: 'danger', meaning: 'The provider rejected it, or it could not be created.' },
  bounced: { label: 'Bounced', tone: 'danger', meaning: 'The recipient’s mail server returned it.' },
  blocked: {
    label: 'Blocked',
    tone: 'danger',
    meaning: 'The provider has blocked the address and did not deliver it.',
  },
  spam: { label: 'Reported as spam', tone: 'danger', meaning: 'The recipient reported it as spam.' },
  suppressed: {
    label: 'Suppressed',
    tone: 'warning',
    meaning: 'It was not sent, because the recipient does not want emails from us.',
  },
  cancelled: { label: 'Cancelled', tone: 'outline', meaning: 'It was no longer needed.' },
}

// The statuses through which a sent email passes. An email that was returned or reported was sent, too.
const reached = {
  sent: ['sent', 'delivered', 'opened', 'clicked', 'bounced', 'blocked', 'spam'],
  delivered: ['delivered', 'opened', 'clicked', 'spam'],
  opened: ['opened', 'clicked'],
  clicked: ['clicked'],
} as const

/** Counts the emails that have been sent, delivered, opened and clicked, from the numbers of emails by latest status. */
export function reachedCounts(counts: Readonly<Record<string, number>>): readonly { label: string; number: number }[] {
  return Object.entries(reached).map(([status, statusesAfter]) => ({
    label: statuses[status as keyof typeof reached].label,
    number: statusesAfter.reduce((sum, after) => sum + (counts[after] ?? 0), 0),
  }))
}

/** Reports whether a status is one of those that reachedCounts counts. */
export const isReached = (status: string): boolean => status in reached

const events: Readonly<Record<string, string>> = {
  request: 'Accepted by the provider',
  delivered: 'Delivered',
  deferred: 'Delayed, will be retried',
  opened: 'Opened',
  unique_opened: 'Opened for the first time',
  proxy_open: 'Opened by a mail program, perhaps not by the recipient',
  click: 'Link clicked',
  soft_bounce: 'Bounced temporarily',
  hard_bounce: 'Bounced permanently',
  invalid_email: 'No such address',
  blocked: 'Blocked by the provider',
  error: 'Failed at the provider',
  spam: 'Reported as spam',
  unsubscribed: 'Unsubscribed',
}

/** A delivery event in plain words. */
export function eventLabel(event: string): string {
  return events[event] ?? kindLabel(event.replaceAll('_', '-'))
}

/** "soft_bounce: The mailbox is full." → "Sent back for now: The mailbox is full." */
export function troubleInWords(message: string): string {
  return message.replace(/^[a-z_]+(?=: |$)/, (event) => events[event] ?? event)
}

/** "nomination-received" → "Nomination received". */
export function kindLabel(kind: string): string {
  if (kind === 'pocketbase') return 'Dashboard'
  const words = kind.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** An email's delivery status. */
export function EmailStatus({ status }: { status: Email['status'] }) {
  const { label, tone } = statuses[status]
  return <Badge tone={tone}>{label}</Badge>
}

/** An email's delivery status, with the error. */
export function EmailOutcome({ status, errorMessage }: Pick<Email, 'status' | 'errorMessage'>) {
  return (
    <>
      <EmailStatus status={status} />
      {errorMessage && <span className="mt-1 block text-quiet text-sm">{troubleInWords(errorMessage)}</span>}
    </>
  )
}
