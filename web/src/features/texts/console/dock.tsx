import { Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { count } from '@/lib/formats'
import { Button } from '@/ui/button'
import { classes } from '@/ui/classes'
import type { Status } from '@/ui/text-editor/autosave'

type DockProps = {
  status: Status
  /** The texts are not loaded yet, so none can be edited. */
  isLoading: boolean
  changes: number
  /** The toolbar of the text that is being edited. */
  field: ReactNode
  /** What happened last, with an action to undo it. */
  note: ReactNode
  /** The actions that are in the menu on a narrow screen. */
  tools: ReactNode
  onConflict: () => void
  onRetry: () => void
  onChanges: () => void
  onLeave: () => void
}

const words: Readonly<Record<Status, string>> = {
  saved: 'All changes saved as drafts',
  unsaved: 'Not saved yet…',
  saving: 'Saving…',
  failed: 'Not saved',
  conflict: 'Another editor changed this text',
}

/** The bar at the bottom of the window while a page is edited. */
export function Dock(props: DockProps) {
  const { status, isLoading, changes, field, note, tools, onConflict, onRetry, onChanges, onLeave } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <section
      aria-label="Editing"
      className="foot-bar fixed inset-x-0 bottom-0 z-40 max-h-[60dvh] overflow-y-auto border-base-content border-t-2 bg-base-100 shadow-lg"
    >
      {note}
      {field && <div className="border-base-300 border-b px-3 py-1.5 sm:px-4">{field}</div>}
      <div
        className={classes(
          'flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1.5 sm:flex sm:px-4',
          field && status !== 'conflict' && status !== 'failed' ? 'hidden' : 'flex',
        )}
      >
        <p
          role="status"
          className={classes('mr-auto min-w-0 text-sm', (status === 'failed' || status === 'conflict') && 'text-error')}
        >
          {isLoading ? 'Loading the texts…' : words[status]}
        </p>
        {status === 'conflict' && (
          <Button tone="outline" onClick={onConflict}>
            Compare
          </Button>
        )}
        {status === 'failed' && (
          <Button tone="outline" onClick={onRetry}>
            Try again
          </Button>
        )}
        <div className={classes('flex-wrap gap-1', isOpen ? 'order-last flex basis-full' : 'hidden lg:flex')}>
          {tools}
        </div>
        <Button
          tone="quiet"
          aria-label="More"
          aria-expanded={isOpen}
          className="size-11 p-0 lg:hidden"
          onClick={() => setOpen(!isOpen)}
        >
          <Ellipsis className="size-5" />
        </Button>
        <Button tone="quiet" onClick={onLeave}>
          Stop editing
        </Button>
        <Button tone={changes ? 'primary' : 'outline'} onClick={onChanges}>
          {changes ? `Publish ${count(changes)}…` : 'No changes'}
        </Button>
      </div>
    </section>
  )
}
