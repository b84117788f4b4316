import type { BadgeTone } from '@/ui/badge'
import type { Introduction, Status } from './api'

export const statuses: Readonly<Record<Status, { label: string; tone: BadgeTone }>> = {
  asked: { label: 'Waits for you', tone: 'brand' },
  waiting: { label: 'Waiting', tone: 'outline' },
  unanswered: { label: 'No answer', tone: 'plain' },
  declined: { label: 'Declined', tone: 'plain' },
  withdrawn: { label: 'Withdrawn', tone: 'plain' },
  open: { label: 'Open', tone: 'success' },
  closed: { label: 'Closed', tone: 'plain' },
}

/** Whether the two members of a conversation do not see each other now. The server then names the other "A member". */
export const isHidden = ({ person }: Introduction) => person.id === ''

/** Why the other member is not named. It is the same for a block, so it says nothing about one. */
export const hiddenSentence =
  'You and this member do not see each other in the directory at the moment. You can still report a message to the office.'
