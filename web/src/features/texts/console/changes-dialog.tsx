import { useState } from 'react'
import { dateAndTime } from '@/lib/formats'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { encode, type TextRow } from './api'
import { Difference } from './difference'
import { itemName, type Texts } from './lists'

type ChangesDialogProps = {
  /** The rows that have a draft. */
  changed: readonly TextRow[]
  texts: Texts
  busy: boolean
  /** publishAt is empty for now. */
  onPublish: (keys: string[], publishAt: string) => void
  onDiscard: (keys: string[]) => void
  onClose: () => void
}

/** What has changed since the last publication, to publish now or at a time, or to discard. */
export function ChangesDialog({ changed, texts, busy, onPublish, onDiscard, onClose }: ChangesDialogProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [step, setStep] = useState<'choose' | 'schedule' | 'discard'>('choose')
  const keys = changed.map(({ key }) => key).filter((key) => !left.has(key))

  return (
    <Dialog open title="Unpublished changes" onClose={onClose}>
      {changed.length === 0 && <p className="text-quiet">Visitors see everything as it is here.</p>}
      <ul>
        {changed.map((row) => (
          <li key={row.key} className="border-base-300 border-t py-3 first:border-0">
            <label className="flex items-start gap-3">
              <input
                type="checkbox"
                className="checkbox mt-0.5"
                checked={!left.has(row.key)}
                onChange={({ target }) => {
                  const next = new Set(left)
                  if (target.checked) next.delete(row.key)
                  else next.add(row.key)
                  setLeft(next)
                }}
              />
              <span className="min-w-0">
                <span className="font-medium">{row.label}</span>{' '}
                {row.publishAt && <Badge tone="brand">Scheduled for {dateAndTime(row.publishAt)} IST</Badge>}
                <span className="block text-quiet text-sm">
                  {row.updatedBy}
                  {row.updatedAt && `, ${dateAndTime(row.updatedAt)} IST`}
                </span>
              </span>
            </label>
            <div className="mt-2 ml-9">
              <Difference
                kind={row.kind}
                before={encode(row.published)}
                after={encode(row.draft ?? row.published)}
                nameOf={(id) => itemName(texts, row.key, id)}
              />
            </div>
          </li>
        ))}
      </ul>
      {changed.length > 0 && step === 'choose' && (
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button tone="quiet" disabled={keys.length === 0} onClick={() => setStep('discard')}>
            Discard…
          </Button>
          <Button tone="outline" disabled={keys.length === 0} onClick={() => setStep('schedule')}>
            Schedule…
          </Button>
          <Button busy={busy} disabled={keys.length === 0} onClick={() => onPublish(keys, '')}>
            Publish {keys.length === 1 ? '1 change' : `${keys.length} changes`}
          </Button>
        </div>
      )}
      {step === 'discard' && (
        <div className="mt-6">
          <p>
            Discard {keys.length === 1 ? 'this change' : `these ${keys.length} changes`}? You can find them in the
            history of each text.
          </p>
          <div className="mt-4 flex flex-wrap justify-end gap-3">
            <Button tone="outline" onClick={() => setStep('choose')}>
              Cancel
            </Button>
            <Button tone="danger" busy={busy} onClick={() => onDiscard(keys)}>
              Discard
            </Button>
          </div>
        </div>
      )}
      {step === 'schedule' && (
        <Schedule busy={busy} onCancel={() => setStep('choose')} onSchedule={(at) => onPublish(keys, at)} />
      )}
    </Dialog>
  )
}

type ScheduleProps = { busy: boolean; onSchedule: (at: string) => void; onCancel: () => void }

function Schedule({ busy, onSchedule, onCancel }: ScheduleProps) {
  const [time, setTime] = useState('')
  const [error, setError] = useState('')
  return (
    <form
      className="mt-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const at = new Date(`${time}:00+05:30`)
        if (Number.isNaN(at.getTime())) return setError('Please choose a day and a time')
        if (at.getTime() < Date.now()) return setError('Please choose a time in the future')
        onSchedule(at.toISOString())
      }}
    >
      <Field label="Publish at" required error={error} hint="Indian time (IST), wherever you are.">
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            className="input max-w-64"
            value={time}
            onChange={(event) => setTime(event.target.value)}
          />
        )}
      </Field>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button tone="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Schedule
        </Button>
      </div>
    </form>
  )
}
