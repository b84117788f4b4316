import { counted } from '@/lib/formats'
import type { OfficeSession } from './api'

/** Says who sees a session once it is published, and who is emailed. */
export function announced({ isPublic }: { isPublic: boolean }): string {
  const seen = isPublic
    ? 'Members see it at once and can answer. Visitors see its public page, and can ask to attend as guests.'
    : 'Members see it at once and can answer.'
  return `${seen} No one is emailed now. Everyone with a place is reminded a day and an hour before.`
}

/** Names the people whom a change or a cancellation is emailed to. The counts have members and guests. */
export function emailed({ taken, waiting }: Pick<OfficeSession, 'taken' | 'waiting'>): string {
  return [
    taken > 0 && `${counted(taken, 'person', 'people')} with a place`,
    waiting > 0 && `${counted(waiting, 'person', 'people')} on the waiting list`,
  ]
    .filter(Boolean)
    .join(' and ')
}
