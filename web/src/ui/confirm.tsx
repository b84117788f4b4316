import type { ReactNode } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'

type ConfirmProps = {
  open: boolean
  /** Names the object, such as “Delete the tier Founding Circle?” */
  title: string
  /** The effect of the action, and whether it can be undone. */
  children: ReactNode
  /** The verb on the button. */
  action: string
  /** The label of the other button, if “Cancel” could be mistaken for the action. */
  dismiss?: string
  busy?: boolean
  /** The action destroys nothing, so the button is not red. */
  harmless?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation of an action that cannot be undone. */
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
