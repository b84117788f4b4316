import { useWatch } from 'react-hook-form'
import type { RuleForm } from '@/lib/rule-form'

type RuleCheckProps<Name extends string> = {
  form: RuleForm<Name>
  name: Name
  label: string
  /** What it means while it is ticked, as the end of a sentence: "on sale". */
  means?: string
}

/** A flag of a form, "true" or "false", as a box to tick. */
export function RuleCheck<Name extends string>({ form, name, label, means }: RuleCheckProps<Name>) {
  const field: string = name
  const value = useWatch({ control: form.control, name: field })
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        className="checkbox"
        checked={value === 'true'}
        onChange={(event) => form.setValue(field, event.target.checked ? 'true' : 'false', { shouldDirty: true })}
      />
      <span>
        <span className="font-medium">{label}</span>
        {means && <span className="text-quiet">: {means}</span>}
      </span>
    </label>
  )
}
