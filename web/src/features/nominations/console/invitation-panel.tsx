import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import type { Invitation, ReviewedNomination } from '@/lib/generated'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { useToast } from '@/ui/toast-queue'
import type { Act } from './calls'
import { Moment } from './moment'
import { Panel } from './panel'

/** The invitation that an approval has sent, and the way to send another one. */
export function InvitationPanel({ nomination, act }: { nomination: ReviewedNomination; act: Act }) {
  const { invitation, email } = nomination
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  async function send() {
    setBusy(true)
    try {
      await act('POST', 'invitation', { replaces: invitation?.id ?? '' })
      toast({ title: 'The invitation is on its way', description: `A new letter goes to ${email}.` })
    } catch (error) {
      toast({ title: 'No invitation was sent', description: messageOf(error, 'Please try again.'), destructive: true })
    }
    setBusy(false)
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
        action="Send the invitation"
        harmless
        busy={busy}
        onConfirm={send}
        onClose={() => setAsking(false)}
      >
        <p className="[overflow-wrap:anywhere]">
          A letter goes to {email}. Its link works once, for 14 days.
          {invitation && ' The link of the earlier letter is void from then on.'}
        </p>
      </Confirm>
    </Panel>
  )
}

function Standing({ invitation }: { invitation: Invitation }) {
  const { status, email, sentAt, expiresAt, usedAt } = invitation
  return (
    <p className="[overflow-wrap:anywhere]">
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
