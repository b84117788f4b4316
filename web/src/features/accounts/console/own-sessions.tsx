import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { date, timeOfDay } from '@/lib/formats'
import { type OwnSession, reauthenticateForm } from '@/lib/generated'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { Spinner } from '@/ui/spinner'
import { useToast } from '@/ui/toast-queue'
import { AccountSection } from './account-section'
import { ownSessionsQuery, useAsksCode, useEndOwnSession } from './api'

/** Where the admin is signed in, and the way to sign out there. */
export function OwnSessions() {
  const { data: sessions, error, refetch } = useQuery(ownSessionsQuery)
  const [ending, setEnding] = useState<OwnSession>()
  return (
    <AccountSection
      title="Sessions"
      words="Where you are signed in. A session ends after twelve hours, or when it was not used for one hour."
    >
      {error && <LoadError title="Your sessions could not be read" error={error} onRetry={refetch} />}
      {!sessions && !error && <Spinner label="Loading…" />}
      <ul>
        {sessions?.map((session) => (
          <li
            key={session.id}
            className="flex min-h-14 flex-wrap items-center gap-x-6 gap-y-1 border-base-300 border-b py-2 first:pt-0"
          >
            <span className="min-w-0 flex-[1_1_14rem]">
              <span className="font-semibold">{session.device}</span>
              <span className="block text-quiet text-sm [overflow-wrap:anywhere]">
                {session.address && `${session.address} · `}
                <span className="inline-block">signed in {moment(session.createdAt)} ·</span>{' '}
                <span className="inline-block">last seen {moment(session.lastSeenAt)}</span>
              </span>
            </span>
            {session.isCurrent ? (
              <Badge tone="outline">This one</Badge>
            ) : (
              <Button
                tone="quiet"
                className="px-3 font-medium text-accent max-sm:-ml-3"
                aria-label={`Sign out there: ${session.device}, last seen ${moment(session.lastSeenAt)}`}
                onClick={() => setEnding(session)}
              >
                Sign out there
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending && <EndSessionDialog session={ending} onClose={() => setEnding(undefined)} />}
    </AccountSection>
  )
}

type EndSessionDialogProps = { session: OwnSession; onClose: () => void }

function EndSessionDialog({ session, onClose }: EndSessionDialogProps) {
  const toast = useToast()
  const { mutateAsync } = useEndOwnSession()
  const asksCode = useAsksCode()
  return (
    <ReauthDialog
      title="Sign out there?"
      rules={reauthenticateForm}
      asksCode={asksCode}
      action="Sign out there"
      send={async (reauthentication) => {
        await mutateAsync({ id: session.id, reauthentication })
        toast({ title: 'The session has ended', description: session.device })
      }}
      onSent={onClose}
      onClose={onClose}
    >
      <p>
        {session.device}, last seen {moment(session.lastSeenAt)}. If you do not know this session, change your password
        too.
      </p>
    </ReauthDialog>
  )
}

function moment(time: string | null): string {
  return time ? `${date(time)}, ${timeOfDay(time)}` : 'never'
}
