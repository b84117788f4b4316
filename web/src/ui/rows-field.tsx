import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFieldArray, useFormState } from 'react-hook-form'
import type { RuleForm } from '@/lib/rule-form'
import { Button } from './button'
import { Field } from './field'
import { fieldId } from './rule-field'

type RowsFieldProps<Name extends string> = {
  form: RuleForm<Name>
  name: Name
  /** What a row is, in lower case: "speaker". */
  row: string
  /** The hints of the fields, by name. */
  hints?: Readonly<Record<string, string>>
  /** Fields that `children` shows. */
  without?: string
  /** Shows more of a row, after its fields. */
  children?: (index: number) => ReactNode
}

/** A field of several rows, each with fields of its own. */
export function RowsField<Name extends string>(props: RowsFieldProps<Name>) {
  const { form, row: what, hints = {}, without, children } = props
  const name: string = props.name
  const { label, max, required, row = [] } = form.rule(props.name)
  const { fields, append, remove } = useFieldArray({ control: form.control, name })
  return (
    <fieldset>
      <legend className="font-medium">
        {label} {!required && <span className="font-normal text-quiet">(optional)</span>}
      </legend>
      {fields.map(({ id }, index) => (
        <fieldset key={id} className="mt-3 border-base-300 border-t pt-3">
          <legend className="sr-only capitalize">
            {what} {index + 1}
          </legend>
          <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
            {row
              .filter((field) => field.name !== without)
              .map((field) => (
                <RowInput
                  key={field.name}
                  form={form}
                  name={`${name}.${index}.${field.name}`}
                  label={field.label}
                  required={field.required}
                  hint={hints[field.name]}
                />
              ))}
            {children?.(index)}
          </div>
          <Button tone="quiet" className="-ml-3 mt-2" onClick={() => remove(index)}>
            <X aria-hidden className="size-4" />
            Remove
            <span className="sr-only">
              {' '}
              {what} {index + 1}
            </span>
          </Button>
        </fieldset>
      ))}
      {fields.length < max && (
        <Button
          tone="outline"
          className="mt-3"
          onClick={() => append(Object.fromEntries(row.map((field) => [field.name, ''])))}
        >
          <Plus aria-hidden className="size-4" />
          Add {/^[aeiou]/.test(what) ? 'an' : 'a'} {what}
        </Button>
      )}
    </fieldset>
  )
}

type RowInputProps = { form: RuleForm<never>; name: string; label: string; required: boolean; hint?: string }

function RowInput({ form, name, label, required, hint }: RowInputProps) {
  const { error } = form.getFieldState(name, useFormState({ control: form.control, name }))
  return (
    <Field id={fieldId(form, name)} label={label} required={required} hint={hint} error={error?.message}>
      {(control) => <input className="input" autoComplete="off" {...control} {...form.register(name)} />}
    </Field>
  )
}
