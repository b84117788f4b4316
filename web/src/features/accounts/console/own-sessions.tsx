import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reauthenticateForm } from '@/lib/generated'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { Skeleton } from '@/ui/skeleton'
import { useToast } from '@/ui/toast-queue'
import { AccountSection } from '../account-section'
import type { OwnSession } from '../api'
import { moment, SessionList } from '../session-list'
import { ownSessionsQuery, useAsksCode, useEndOwnSession, useEndOwnSessions } from './api'

/** The admin's sessions, each with a button to sign out. */
export function OwnSessions() {
  const { data: sessions, error, refetch } = useQuery(ownSessionsQuery)
  const [ending, setEnding] = useState<OwnSession>()
  const [isEndingAll, setEndingAll] = useState(false)
  return (
    <AccountSection
      title="Sessions"
      lede="Where you are signed in. A session ends after twelve hours, or after one hour without activity."
    >
      {error && <LoadError title="Your sessions could not be loaded" error={error} onRetry={refetch} />}
      {!sessions && !error && <Skeleton lines={2} />}
      {sessions && <SessionList sessions={sessions} onEnd={setEnding} />}
      <Button tone="outline" className="mt-5" onClick={() => setEndingAll(true)}>
        Sign out everywhere
      </Button>
      {ending && <EndSessionDialog session={ending} onClose={() => setEnding(undefined)} />}
      {isEndingAll && <EndSessionsDialog onClose={() => setEndingAll(false)} />}
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
      title="End this session?"
      rules={reauthenticateForm}
      asksCode={asksCode}
      submitLabel="End session"
      send={async (reauthentication) => {
        await mutateAsync({ id: session.id, reauthentication })
        toast({ title: 'The session has ended', description: session.device })
      }}
      onSent={onClose}
      onClose={onClose}
    >
      <p>
        {session.device}, last seen {moment(session.lastSeenAt)}. If you do not recognise this session, also change your
        password.
      </p>
    </ReauthDialog>
  )
}

function EndSessionsDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  const { mutateAsync } = useEndOwnSessions()
  const asksCode = useAsksCode()
  return (
    <ReauthDialog
      title="Sign out everywhere?"
      rules={reauthenticateForm}
      asksCode={asksCode}
      submitLabel="Sign out everywhere"
      send={async (reauthentication) => {
        await mutateAsync(reauthentication)
        toast({ title: 'You are signed out everywhere' })
      }}
      onSent={onClose}
      onClose={onClose}
    >
      <p>All sessions of this account end, including this one. Colleagues who share the account must sign in again.</p>
    </ReauthDialog>
  )
}
