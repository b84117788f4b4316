import type { RuleForm } from '@/lib/rule-form'
import { RuleField } from './rule-field'

type RuleSelectProps<Name extends string> = {
  form: RuleForm<Name>
  name: Name
  /** What people read for each value. */
  labels: Readonly<Record<string, string>>
  label?: string
  className?: string
}

/** A choice from a rule's options. */
export function RuleSelect<Name extends string>({ form, name, labels, label, className }: RuleSelectProps<Name>) {
  return (
    <RuleField form={form} name={name} label={label} className={className}>
      {(control) => (
        <select className="select" {...control}>
          <option value="">Please choose</option>
          {form.rule(name).options.map((option) => (
            <option key={option} value={option}>
              {labels[option]}
            </option>
          ))}
        </select>
      )}
    </RuleField>
  )
}
