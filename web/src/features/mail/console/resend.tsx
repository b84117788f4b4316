import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EmailDetail } from '@/lib/api-types'
import { counted } from '@/lib/formats'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { useReport } from '@/ui/use-report'
import { emailCountsQuery, useResendEmail, useResendFailedEmails } from './api'

/** Sends an email again, or explains why that is impossible or unnecessary. */
export function Resend({ email }: { email: EmailDetail }) {
  const report = useReport()
  const { mutateAsync, isPending } = useResendEmail()
  const [isOpen, setOpen] = useState(false)

  async function resend(confirmed: boolean) {
    await report(mutateAsync({ id: email.id, confirmed }), {
      done: () => ({
        title: 'Queued again',
        description: `The email to ${email.emailAddress} will be sent in a moment.`,
      }),
      failed: 'Not sent',
    })
    setOpen(false)
  }

  if (!email.again.possible) return <p className="max-w-text text-quiet">{email.again.reason}</p>
  return (
    <>
      <Button busy={isPending} onClick={() => (email.again.ask ? setOpen(true) : resend(false))}>
        Send again
      </Button>
      <Confirm
        open={isOpen}
        title={`Send “${email.subject}” to ${email.emailAddress} again?`}
        confirmLabel="Send again"
        isDestructive={false}
        busy={isPending}
        onConfirm={() => resend(true)}
        onClose={() => setOpen(false)}
      >
        <p>{email.again.ask}</p>
      </Confirm>
    </>
  )
}

/** Queues every failed email again, after it has shown how many there are. */
export function ResendFailed() {
  const report = useReport()
  const { mutateAsync, isPending } = useResendFailedEmails()
  const failed = useQuery(emailCountsQuery).data?.counts.failed ?? 0
  const [isOpen, setOpen] = useState(false)
  if (failed === 0 && !isOpen) return null

  async function resend() {
    await report(mutateAsync(), {
      done: ({ queued }) => ({ title: 'Queued again', description: counted(queued, 'email') }),
      failed: 'Not sent',
    })
    setOpen(false)
  }

  return (
    <>
      <Button tone="outline" onClick={() => setOpen(true)}>
        Send all failed again
      </Button>
      <Confirm
        open={isOpen}
        title={failed === 1 ? 'Send the failed email again?' : `Send ${failed} failed emails again?`}
        confirmLabel="Send again"
        isDestructive={false}
        busy={isPending}
        onConfirm={resend}
        onClose={() => setOpen(false)}
      >
        <p>Expired emails are not sent. Emails that are no longer needed are cancelled.</p>
      </Confirm>
    </>
  )
}
