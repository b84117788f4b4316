import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import type { EmailDetail } from '@/lib/generated'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { useToast } from '@/ui/toast-queue'
import { emailQuery, sendAgain } from './calls'

/** Sends a letter again, or says why that can't be or need not be. */
export function SendAgain({ email }: { email: EmailDetail }) {
  const client = useQueryClient()
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function send(confirmed: boolean) {
    setBusy(true)
    try {
      client.setQueryData(emailQuery(email.id).queryKey, await sendAgain(email.id, confirmed))
      toast({ title: 'Queued again', description: `The letter to ${email.emailAddress} goes out in a moment.` })
    } catch (error) {
      toast({ title: 'Not sent', description: messageOf(error, 'Please try again.'), destructive: true })
      client.invalidateQueries({ queryKey: emailQuery(email.id).queryKey })
    } finally {
      setBusy(false)
      setOpen(false)
    }
  }

  if (!email.again.possible) return <p className="max-w-text text-quiet">{email.again.reason}</p>
  return (
    <>
      <Button busy={isBusy} onClick={() => (email.again.ask ? setOpen(true) : send(false))}>
        Send again
      </Button>
      <Confirm
        open={isOpen}
        title={`Send “${email.subject}” to ${email.emailAddress} again?`}
        action="Send again"
        harmless
        busy={isBusy}
        onConfirm={() => send(true)}
        onClose={() => setOpen(false)}
      >
        <p>{email.again.ask}</p>
      </Confirm>
    </>
  )
}
