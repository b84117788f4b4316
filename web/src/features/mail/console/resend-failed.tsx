import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { useToast } from '@/ui/toast-queue'
import { emailCountsQuery, sendAllFailedAgain } from './calls'

/** Queues every failed letter again, once it is said how many there are. */
export function ResendFailed({ onSent }: { onSent: () => void }) {
  const toast = useToast()
  const counts = useQuery(emailCountsQuery)
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const failed = counts.data?.counts.failed ?? 0
  if (failed === 0 && !isOpen) return null

  async function send() {
    setBusy(true)
    try {
      const { queued } = await sendAllFailedAgain()
      toast({ title: 'Queued again', description: queued === 1 ? 'One letter' : `${queued} letters` })
    } catch (error) {
      toast({ title: 'Not sent', description: messageOf(error, 'Please try again.'), destructive: true })
    } finally {
      setBusy(false)
      setOpen(false)
      counts.refetch()
      onSent()
    }
  }

  return (
    <>
      <Button tone="outline" onClick={() => setOpen(true)}>
        Send all failed again
      </Button>
      <Confirm
        open={isOpen}
        title={failed === 1 ? 'Send the failed letter again?' : `Send ${failed} failed letters again?`}
        action="Send again"
        harmless
        busy={isBusy}
        onConfirm={send}
        onClose={() => setOpen(false)}
      >
        <p>Letters that have expired stay as they are, and those that are no longer needed are cancelled.</p>
      </Confirm>
    </>
  )
}
