import { timeOfDay } from '@/lib/formats'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import type { Entry } from './autosave'

type ConflictDialogProps = {
  /** The name of the text. */
  label: string
  entry: Entry
  /** Returns a value as people read it. */
  readable: (value: string) => string
  onChoose: (value: string) => void
  onClose: () => void
}

/** Two editors have changed the same text: shows both versions, and asks which one to keep. */
export function ConflictDialog({ label, entry: { value, theirs }, readable, onChoose, onClose }: ConflictDialogProps) {
  if (!theirs) return null
  const by = theirs.by || 'Another editor'
  return (
    <Dialog open title={`${by} also changed “${label}”`} onClose={onClose}>
      <p className="text-quiet">
        {theirs.at && `${by} saved this text at ${timeOfDay(theirs.at)} IST, while you were writing. `}
        Choose which version to keep.
      </p>
      <div className="mt-5 grid gap-5 sm:grid-cols-2">
        <Side title="Your text" text={readable(value)} action="Keep mine" onChoose={() => onChoose(value)} />
        <Side
          title={`${by}’s text`}
          text={readable(theirs.value)}
          action="Use theirs"
          onChoose={() => onChoose(theirs.value)}
        />
      </div>
    </Dialog>
  )
}

type SideProps = { title: string; text: string; action: string; onChoose: () => void }

function Side({ title, text, action, onChoose }: SideProps) {
  return (
    <section className="flex flex-col items-start gap-3 border border-base-300 p-4">
      <h3 className="font-sans font-semibold text-base">{title}</h3>
      <p className="wrap-anywhere max-h-64 w-full flex-1 overflow-y-auto whitespace-pre-wrap">{text || '(empty)'}</p>
      <Button tone="outline" onClick={onChoose}>
        {action}
      </Button>
    </section>
  )
}
