import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useEndAllSessions } from '@/lib/account-api'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { LoadError } from '@/ui/empty-state'
import { Spinner } from '@/ui/spinner'
import { useReport } from '@/ui/use-report'
import { AccountSection } from '../account-section'
import { SessionList } from '../session-list'
import { memberSessionsQuery, useEndMemberSession } from './api'

/** The member's sessions, each with a button to sign out. */
export function SessionsSection() {
  const { data: sessions, error, refetch } = useQuery(memberSessionsQuery)
  const report = useReport()
  const { mutateAsync: end } = useEndMemberSession()
  const { mutateAsync: endAll, isPending } = useEndAllSessions()
  const [isEndingAll, setEndingAll] = useState(false)
  return (
    <AccountSection
      title="Where you are signed in"
      lede="If you do not recognise a session, end it and change your password."
    >
      {error && <LoadError title="Your sessions could not be loaded" error={error} onRetry={refetch} />}
      {!sessions && !error && <Spinner label="Loading…" />}
      {sessions && (
        <SessionList
          sessions={sessions}
          onEnd={({ id, device }) =>
            report(end(id), {
              done: () => ({ title: 'The session has ended', description: device }),
              failed: 'The session could not be ended',
            })
          }
        />
      )}
      <Button tone="outline" className="mt-5" onClick={() => setEndingAll(true)}>
        Sign out everywhere
      </Button>
      <Confirm
        open={isEndingAll}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        busy={isPending}
        onConfirm={() =>
          report(endAll(), { done: () => ({ title: 'You are signed out everywhere' }), failed: 'Signing out failed' })
        }
        onClose={() => setEndingAll(false)}
      >
        <p>All your sessions end, including this one.</p>
      </Confirm>
    </AccountSection>
  )
}
