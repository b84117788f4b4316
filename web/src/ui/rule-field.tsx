import type { ReactNode } from 'react'
import { type UseFormRegisterReturn, useFormState, useWatch } from 'react-hook-form'
import type { RuleForm } from '@/lib/rule-form'
import { type ControlProps, Field } from './field'

type RuleFieldProps<Name extends string> = {
  form: RuleForm<Name>
  name: Name
  /** Replaces the rule's own label. */
  label?: ReactNode
  hint?: ReactNode
  hasDefault?: boolean
  className?: string
  children: (control: ControlProps & UseFormRegisterReturn) => ReactNode
}

/** A field of a form with rules. The rule provides its label, whether it is required, and its error. */
export function RuleField<Name extends string>({ form, name, children, label, ...rest }: RuleFieldProps<Name>) {
  const rule = form.rule(name)
  const error = useFieldError(form, name)
  return (
    <Field id={fieldId(form, name)} label={label ?? rule.label} required={rule.required} error={error} {...rest}>
      {(control) => children({ ...control, ...form.register(name) })}
    </Field>
  )
}

/** The id of a field's control. */
export function fieldId(form: { id: string }, name: string): string {
  return `${form.id}-${name}`
}

/** The error message of a field, if any. */
export function useFieldError(form: Pick<RuleForm, 'control'>, name: string): string | undefined {
  const { errors } = useFormState({ control: form.control, name, exact: true })
  return errors[name]?.message as string | undefined
}

type RuleSelectProps<Name extends string> = {
  form: RuleForm<Name>
  name: Name
  /** The label of each value. */
  labels: Readonly<Record<string, string>>
  label?: string
  hasDefault?: boolean
  className?: string
}

/** A select with the options of a rule. */
export function RuleSelect<Name extends string>({ form, name, labels, ...rest }: RuleSelectProps<Name>) {
  return (
    <RuleField form={form} name={name} {...rest}>
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

type RuleCheckProps<Name extends string> = {
  form: RuleForm<Name>
  name: Name
  label: string
  /** The meaning of the ticked box, as the end of a sentence: "on sale". */
  means?: string
}

/** A checkbox for a field whose value is "true" or "false". */
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
