import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { messageOf } from '@/lib/api-error'
import { send } from '@/lib/server'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { useToast } from '@/ui/toast-queue'

type SeenToProps = {
  /** The route of what asks for attention. */
  path: string
  /** The question, with the payment's name. */
  title: string
  /** What happens to the row then. */
  children: ReactNode
  onSeenTo: () => void
}

/** Says that somebody has looked at what asks for attention. */
export function SeenTo({ path, title, children, onSeenTo }: SeenToProps) {
  const toast = useToast()
  const [asks, setAsks] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function markSeen() {
    setBusy(true)
    try {
      await send(path, { method: 'DELETE' })
      toast({ title: 'Marked as seen to' })
      // closed first, the dialog gives the focus back before somebody else takes it
      flushSync(() => setAsks(false))
      onSeenTo()
    } catch (error) {
      const description = messageOf(error, 'It could not be marked as seen to.')
      toast({ title: 'Update Failed', description, destructive: true })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button tone="quiet" className="-ml-2 px-2" onClick={() => setAsks(true)}>
        Mark as seen to
      </Button>
      <Confirm
        open={asks}
        title={title}
        action="Mark as seen to"
        harmless
        busy={isBusy}
        onConfirm={markSeen}
        onClose={() => setAsks(false)}
      >
        <p>{children}</p>
      </Confirm>
    </>
  )
}
