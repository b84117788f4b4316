import { useState } from 'react'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { useReport } from '@/ui/use-report'
import type { Person } from './api'
import { type PersonStep, usePersonStep } from './api'
import { CorrectDialog, MergeDialog, ResetMfaDialog, WriteDialog } from './person-dialogs'

type Open = 'correct' | 'write' | 'merge' | 'mfa' | PersonStep

const steps: Readonly<Record<PersonStep, { title: string; text: string; action: string; done: string }>> = {
  deactivate: {
    title: 'Deactivate this account?',
    text: 'They are signed out everywhere immediately and cannot sign in. We cancel their mandate, so they are not charged again. Past payments do not change.',
    action: 'Deactivate',
    done: 'The account was deactivated',
  },
  reactivate: {
    title: 'Reactivate this account?',
    text: 'They can sign in again with their previous password.',
    action: 'Reactivate',
    done: 'The account was reactivated',
  },
  'reset-link': {
    title: 'Send them a password reset link?',
    text: 'The link sets a new password and verifies their address. It works once, for one hour, and is sent only to them.',
    action: 'Send the link',
    done: 'The link was sent',
  },
  'proof-link': {
    title: 'Send them a link that verifies their address?',
    text: 'They sign in and confirm the address, or set a new password. The link works for 24 hours.',
    action: 'Send the link',
    done: 'The link was sent',
  },
}

/** The actions that an admin can take on a person. */
export function PersonActions({ person }: { person: Person }) {
  const [open, setOpen] = useState<Open>()
  const report = useReport()
  const { mutateAsync, isPending } = usePersonStep(person.id)
  const close = () => setOpen(undefined)
  const isActive = person.isActive
  const step = open && open in steps ? (open as PersonStep) : undefined
  return (
    <>
      <div className="mb-8 grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
        {person.email && <Button onClick={() => setOpen('write')}>Write an email</Button>}
        {person.hasAccount && (
          <>
            <Button tone="outline" onClick={() => setOpen('correct')}>
              Edit details
            </Button>
            {isActive && (
              <Button tone="outline" onClick={() => setOpen('reset-link')}>
                Send password reset link
              </Button>
            )}
            {isActive && !person.verified && (
              <Button tone="outline" onClick={() => setOpen('proof-link')}>
                Send a verification link
              </Button>
            )}
            {person.secondFactor && (
              <Button tone="outline" onClick={() => setOpen('mfa')}>
                Reset two-step sign-in
              </Button>
            )}
            {isActive && (
              <Button tone="outline" onClick={() => setOpen('merge')}>
                Merge an account
              </Button>
            )}
            {!person.mergedInto && (
              <Button tone="outline" onClick={() => setOpen(isActive ? 'deactivate' : 'reactivate')}>
                {isActive ? 'Deactivate' : 'Reactivate'}
              </Button>
            )}
          </>
        )}
      </div>
      {open === 'correct' && <CorrectDialog person={person} onClose={close} />}
      {open === 'write' && <WriteDialog person={person} onClose={close} />}
      {open === 'merge' && <MergeDialog person={person} onClose={close} />}
      {open === 'mfa' && <ResetMfaDialog person={person} onClose={close} />}
      {step && (
        <Confirm
          open
          title={steps[step].title}
          confirmLabel={steps[step].action}
          isDestructive={step === 'deactivate'}
          busy={isPending}
          onClose={close}
          onConfirm={async () => {
            await report(mutateAsync(step), {
              done: () => ({ title: steps[step].done }),
              failed: 'Nothing was changed',
            })
            close()
          }}
        >
          <p>{steps[step].text}</p>
        </Confirm>
      )}
    </>
  )
}
