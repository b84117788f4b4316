import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useWords } from '@/lib/texts'
import { Button } from './button'

type DialogProps = {
  open: boolean
  title: ReactNode
  /** Called for Esc, a press on the backdrop and the close button. */
  onClose: () => void
  children: ReactNode
}

/**
 * The browser's own modal dialog. It makes the rest of the page inert, and returns the focus when it closes. The site
 * uses it too, without loading react-aria.
 */
export function Dialog({ open, title, onClose, children }: DialogProps) {
  const word = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // The dialog must be closed before it is removed, or the browser does not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open) return
    element?.showModal()
    return () => element?.close()
  }, [open])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog closes on Esc already
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className="m-auto w-[min(34rem,calc(100vw-2rem))] border border-base-300 bg-base-100 p-0 text-base-content backdrop:bg-scrim"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {open && (
        <div className="p-6 sm:p-8">
          <div className="mb-5 flex items-start justify-between gap-4">
            <h2 id={titleId} className="display-3 min-w-0">
              {title}
            </h2>
            <Button tone="quiet" aria-label={word.plain('close')} className="-mt-2 -mr-3 size-11 p-0" onClick={onClose}>
              <X className="size-5" strokeWidth={1.75} />
            </Button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}
