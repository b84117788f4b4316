import { Field } from '@/ui/field'
import { ScreenSelect } from '@/ui/screen-select'
import { statusOf } from '@/ui/text-editor/autosave'
import { encode } from './api'
import type { BoxedFieldProps } from './boxed-field'

/** Chooses the screen of the circle that a promise leads to. */
export function ScreenField({ row, label, entry, onType }: BoxedFieldProps) {
  return (
    <Field
      label={label}
      hint="Members see a link to this screen below the promise. Visitors see none."
      error={entry && statusOf(entry) === 'failed' ? entry.problem?.message : undefined}
      hasDefault
    >
      {(control) => (
        <ScreenSelect
          {...control}
          value={entry?.value ?? encode(row.draft ?? row.published)}
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </Field>
  )
}
