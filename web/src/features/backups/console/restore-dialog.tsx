import { type FormEvent, useId, useState } from 'react'
import { ApiError, messageOf } from '@/lib/api-error'
import { date, timeOfDay } from '@/lib/formats'
import type { Backup, Backups } from '@/lib/generated'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { restoreBackup } from './calls'

type RestoreDialogProps = { backup: Backup; onClose: () => void; onRestore: (view: Backups) => void }

/** Says what a restore does, and asks for the backup's name before it is begun. */
export function RestoreDialog({ backup, onClose, onRestore }: RestoreDialogProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function restore(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      onRestore(await restoreBackup(backup.name, typed.trim()))
    } catch (error) {
      const named = error instanceof ApiError ? error.fields.confirm : undefined
      setProblem(named ?? messageOf(error, 'The restore could not be begun. Please try again.'))
      setBusy(false)
    }
  }

  return (
    <Dialog open title="Restore this backup?" onClose={onClose}>
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-quiet">
        <li>
          The site goes back to {date(backup.at)}, {timeOfDay(backup.at)} IST. Everything since then is lost:
          nominations, accounts, texts, what the audit log says.
        </li>
        <li>The site restarts, and nobody can use it for some seconds.</li>
        <li>Every session ends: administrators and members sign in anew.</li>
        <li>Letters that were waiting in the backup go out, also those that have gone out since.</li>
        <li>Payments made since are found again at Razorpay, within a day.</li>
      </ul>
      <form method="post" noValidate onSubmit={restore} className="mt-5">
        <Field
          id={id}
          label="Type the backup’s name"
          required
          error={problem}
          hint={<span className="break-all">{backup.name}</span>}
        >
          {(control) => (
            <input
              className="input"
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              {...control}
            />
          )}
        </Field>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button tone="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" tone="danger" busy={isBusy}>
            Restore and restart
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
