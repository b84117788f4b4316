import { useState } from 'react'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import type { TextFormat } from '@/ui/text-editor/documents'
import { type Condition, inlineFormat } from './documents'
import { EmailField, type Fields } from './email-field'
import { conditionOf } from './field-words'

/** A condition for words, whose texts the dialog has, or for paragraphs, whose texts are edited in their frame. */
export type EditedCondition = Condition & { kind: 'words' | 'paragraphs'; isNew: boolean }

type ConditionDialogProps = {
  condition: EditedCondition
  fields: Fields
  /** The format of the words, if they can't be formatted. */
  format: TextFormat | undefined
  onSave: (condition: EditedCondition) => void
  onRemove: () => void
  onClose: () => void
}

/** Asks when a text is shown and, for words, for the texts. */
export function ConditionDialog({ onClose, ...rest }: ConditionDialogProps) {
  return (
    <Dialog open title="Text that is shown only sometimes" onClose={onClose}>
      <ConditionForm {...rest} />
    </Dialog>
  )
}

function ConditionForm({
  condition,
  fields,
  format = inlineFormat,
  onSave,
  onRemove,
}: Omit<ConditionDialogProps, 'onClose'>) {
  const [edited, setEdited] = useState(condition)
  const [error, setError] = useState('')
  const change = (part: Partial<EditedCondition>) => setEdited((before) => ({ ...before, ...part }))
  const { kind, isNew, field, words, otherwise } = edited
  return (
    <div className="flex flex-col gap-5">
      <Field label="Show it only if" required error={error}>
        {(control) => (
          <select
            {...control}
            className="select"
            value={field}
            onChange={({ target }) => {
              setError('')
              change({ field: target.value })
            }}
          >
            {!field && <option value="">Please choose</option>}
            {fields
              .filter(({ name }) => name !== 'facts')
              .map(({ name }) => (
                <option key={name} value={name}>
                  {conditionOf(name)}
                </option>
              ))}
          </select>
        )}
      </Field>
      {kind === 'words' ? (
        <>
          <EmailField
            label="The words"
            format={format}
            value={words}
            fields={fields}
            onType={(typed) => change({ words: typed })}
          />
          <EmailField
            label="Otherwise"
            hint="Leave it empty to show nothing."
            format={format}
            value={otherwise ?? ''}
            fields={fields}
            onType={(typed) => change({ otherwise: typed || undefined })}
          />
        </>
      ) : (
        !isNew && (
          <label className="flex items-start gap-3">
            <input
              type="checkbox"
              className="checkbox mt-0.5"
              checked={otherwise !== undefined}
              onChange={({ target }) => change({ otherwise: target.checked ? '' : undefined })}
            />
            <span>
              Show other paragraphs otherwise
              <span className="block text-quiet text-sm">They are written in the frame, below the first ones.</span>
            </span>
          </label>
        )
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {!isNew && (
          <Button tone="outline" onClick={onRemove}>
            Always show it
          </Button>
        )}
        <Button onClick={() => (field ? onSave(edited) : setError('Please choose when it is shown'))}>Save</Button>
      </div>
    </div>
  )
}
