import type { ReactNode } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'

type ConfirmProps = {
  open: boolean
  /** Names the object, such as “Delete the tier Founding Circle?” */
  title: string
  /** The effect of the action, and whether it can be undone. */
  children: ReactNode
  /** The label of the button, a verb. */
  confirmLabel: string
  /** The label of the other button, if “Cancel” could be mistaken for the action. */
  cancelLabel?: string
  busy?: boolean
  /** False if the action destroys nothing; otherwise the button is red. */
  isDestructive?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation of an action that cannot be undone. */
export function Confirm({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  busy,
  isDestructive = true,
  onConfirm,
  onClose,
}: ConfirmProps) {
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      <div className="text-quiet">{children}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button tone="outline" onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button tone={isDestructive ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}
