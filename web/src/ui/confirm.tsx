import type { ReactNode } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'

type ConfirmProps = {
  open: boolean
  /** Names the thing: “Delete the tier Founding Circle?” */
  title: string
  /** What happens then, and whether it can be undone. */
  children: ReactNode
  /** The verb on the button. */
  action: string
  /** What the other button says, where “Cancel” could be taken for the action. */
  dismiss?: string
  busy?: boolean
  /** Nothing is destroyed: the button is not red. */
  harmless?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be taken back. */
export function Confirm({
  open,
  title,
  children,
  action,
  dismiss = 'Cancel',
  busy,
  harmless,
  onConfirm,
  onClose,
}: ConfirmProps) {
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      <div className="text-quiet">{children}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button tone="outline" onClick={onClose}>
          {dismiss}
        </Button>
        <Button tone={harmless ? 'primary' : 'danger'} busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
