import { Field } from '@/ui/field'
import { statusOf } from '@/ui/text-editor/autosave'
import { encode } from './api'
import type { BoxedFieldProps } from './boxed-field'

/** Switches a section on or off. */
export function SwitchField({ row, label, entry, onType }: BoxedFieldProps) {
  return (
    <Field label={label} error={entry && statusOf(entry) === 'failed' ? entry.problem?.message : undefined} hasDefault>
      {(control) => (
        <select
          {...control}
          className="select"
          value={entry?.value ?? encode(row.draft ?? row.published)}
          onChange={(event) => onType(event.target.value)}
        >
          <option value="true">Visitors see this section</option>
          <option value="false">Visitors do not see this section</option>
        </select>
      )}
    </Field>
  )
}
