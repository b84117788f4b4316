import type { ReactNode } from 'react'
import { type UseFormRegisterReturn, useFormState } from 'react-hook-form'
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
  const error = useFieldError(form, name)
  const { required } = form.rule(name)
  return (
    <Field id={fieldId(form, name)} label={label ?? form.label(name)} required={required} error={error} {...rest}>
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
