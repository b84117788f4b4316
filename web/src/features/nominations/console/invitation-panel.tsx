import { useState } from 'react'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { Moment } from '@/ui/moment'
import { useReport } from '@/ui/use-report'
import type { Invitation, ReviewedNomination } from './api'
import { useSendInvitation } from './api'
import { Panel } from './panel'

/** The invitation that the approval sent, with a button to send another one. */
export function InvitationPanel({ nomination }: { nomination: ReviewedNomination }) {
  const { invitation, email } = nomination
  const report = useReport()
  const { mutateAsync, isPending } = useSendInvitation(nomination.id)
  const [asking, setAsking] = useState(false)

  async function invite() {
    await report(mutateAsync(invitation?.id ?? ''), {
      done: () => ({ title: 'The invitation was sent', description: `We have emailed ${email}.` }),
      failed: 'The invitation was not sent',
    })
    setAsking(false)
  }

  return (
    <Panel title="Invitation">
      {invitation ? <Standing invitation={invitation} /> : <p>No invitation has been sent.</p>}
      {invitation?.status !== 'used' && (
        <Button tone="outline" className="mt-3" onClick={() => setAsking(true)}>
          {invitation ? 'Send a new invitation' : 'Send an invitation'}
        </Button>
      )}
      <Confirm
        open={asking}
        title={`Invite ${nomination.name}?`}
        confirmLabel="Send the invitation"
        isDestructive={false}
        busy={isPending}
        onConfirm={invite}
        onClose={() => setAsking(false)}
      >
        <p>
          An email goes to {email}. Its link works once, for 14 days.
          {invitation && ' The link of the earlier email stops working.'}
        </p>
      </Confirm>
    </Panel>
  )
}

function Standing({ invitation }: { invitation: Invitation }) {
  const { status, email, sentAt, expiresAt, usedAt } = invitation
  return (
    <p>
      Sent to {email} on <Moment at={sentAt} />.{' '}
      {status === 'used' && (
        <>
          Accepted on <Moment at={usedAt} />.
        </>
      )}
      {status === 'open' && (
        <>
          It can be accepted until <Moment at={expiresAt} />.
        </>
      )}
      {status === 'expired' && (
        <>
          It expired on <Moment at={expiresAt} />.
        </>
      )}
    </p>
  )
}
