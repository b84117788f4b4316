import { dateAndTime } from '@/lib/formats'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import type { OwnSession } from './api'

type SessionListProps = { sessions: readonly OwnSession[]; onEnd: (session: OwnSession) => void }

/** The sessions of an account, each with a button to sign out. */
export function SessionList({ sessions, onEnd }: SessionListProps) {
  return (
    <ul>
      {sessions.map((session) => (
        <li
          key={session.id}
          className="flex min-h-14 flex-wrap items-center gap-x-6 gap-y-1 border-base-300 border-b py-2 first:pt-0"
        >
          <span className="min-w-0 flex-[1_1_14rem]">
            <span className="font-semibold">{session.device}</span>
            <span className="block text-quiet text-sm">
              {session.address && `${session.address} · `}
              <span className="inline-block">signed in {moment(session.createdAt)} ·</span>{' '}
              <span className="inline-block">last seen {moment(session.lastSeenAt)}</span>
            </span>
          </span>
          {session.isCurrent ? (
            <Badge tone="outline">This session</Badge>
          ) : (
            <Button
              tone="quiet"
              className="px-3 font-medium text-accent max-sm:-ml-3"
              aria-label={`End session: ${session.device}, last seen ${moment(session.lastSeenAt)}`}
              onClick={() => onEnd(session)}
            >
              End session
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A time as shown in the list. */
export function moment(time: string | null): string {
  return time ? dateAndTime(time) : 'never'
}
