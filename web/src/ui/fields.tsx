import type { ComponentProps, ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { RuleForm } from '@/lib/rule-form'
import { useWords } from '@/lib/texts'
import { classes } from './classes'
import { RuleField } from './rule-field'
import { SecretInput } from './secret-input'

// The fields of a form with rules. Each has a label, a hint and an error, which RuleField connects with its control.
// Use RuleField for any other control.

type FieldProps<Name extends string> = {
  form: RuleForm<Name>
  name: Name
  /** Replaces the rule's own label. */
  label?: ReactNode
  hint?: ReactNode
  /** An empty field has a default, so it is not marked as "optional". */
  hasDefault?: boolean
  /** The classes of the whole field. */
  className?: string
}

type Attributes<Tag extends 'input' | 'textarea'> = Omit<ComponentProps<Tag>, keyof FieldProps<string> | 'children'> & {
  /** The classes of the control itself. */
  controlClass?: string
}

type TextFieldProps<Name extends string> = FieldProps<Name> & Attributes<'input'>

/** A field of one line: text, a number or a date. */
export function TextField<Name extends string>(props: TextFieldProps<Name>) {
  const { form, name, label, hint, hasDefault, className, controlClass, ...input } = props
  const isTabular = input.inputMode === 'numeric' || input.inputMode === 'decimal' || input.type?.startsWith('date')
  return (
    <RuleField form={form} name={name} label={label} hint={hint} hasDefault={hasDefault} className={className}>
      {(control) => (
        <input className={classes('input', isTabular && 'tabular-nums', controlClass)} {...input} {...control} />
      )}
    </RuleField>
  )
}

/** A field for an amount of money, in major units. */
export function MoneyField<Name extends string>(props: TextFieldProps<Name>) {
  return <TextField inputMode="decimal" autoComplete="off" {...props} />
}

/** A field of several lines. */
export function TextAreaField<Name extends string>(props: FieldProps<Name> & Attributes<'textarea'>) {
  const { form, name, label, hint, hasDefault, className, controlClass, ...textarea } = props
  return (
    <RuleField form={form} name={name} label={label} hint={hint} hasDefault={hasDefault} className={className}>
      {(control) => <textarea className={classes('textarea', controlClass)} {...textarea} {...control} />}
    </RuleField>
  )
}

/** A field of several lines with a value on each. */
export function ListField<Name extends string>(props: FieldProps<Name> & { rows: number }) {
  const { form, name, rows, ...field } = props
  const path: string = name
  const lines: string[] = useWatch({ control: form.control, name: path }) ?? []
  return (
    <RuleField form={form} name={name} {...field}>
      {/* The ref would make the form read the text instead of the list. Without it, onBlur would empty the list. */}
      {({ ref: _ref, onChange: _onChange, onBlur: _onBlur, ...control }) => (
        <textarea
          className="textarea"
          rows={rows}
          {...control}
          value={lines.join('\n')}
          onChange={(event) => form.setValue(path, event.target.value.split('\n'), { shouldDirty: true })}
        />
      )}
    </RuleField>
  )
}

type SecretFieldProps<Name extends string> = FieldProps<Name> &
  Pick<ComponentProps<typeof SecretInput>, 'holds' | 'autoComplete' | 'inputMode'>

/** A field for a password or PIN. */
export function SecretField<Name extends string>({ holds, autoComplete, inputMode, ...field }: SecretFieldProps<Name>) {
  return (
    <RuleField {...field}>
      {(control) => <SecretInput holds={holds} autoComplete={autoComplete} inputMode={inputMode} {...control} />}
    </RuleField>
  )
}

type SelectFieldProps<Name extends string> = FieldProps<Name> & {
  /** The label of each value. A form with texts has the labels there. */
  labels?: Readonly<Record<string, string>>
}

/** A select with the options of a rule. */
export function SelectField<Name extends string>({ labels, ...field }: SelectFieldProps<Name>) {
  const word = useWords()
  const { name, form } = field
  return (
    <RuleField {...field}>
      {(control) => (
        <select className="select" {...control}>
          <option value="" {...word.props('choose')}>
            {word.plain('choose')}
          </option>
          {form.rule(name).options.map((option) => {
            const { label, props } = form.option(name, option)
            return (
              <option key={option} value={option} {...props}>
                {labels ? labels[option] : label}
              </option>
            )
          })}
        </select>
      )}
    </RuleField>
  )
}

type CheckFieldProps<Name extends string> = {
  form: RuleForm<Name>
  name: Name
  label: ReactNode
  /** The meaning of the ticked box, as the end of a sentence: "on sale". */
  means?: string
}

/** A checkbox for a flag. */
export function CheckField<Name extends string>({ form, name, label, means }: CheckFieldProps<Name>) {
  const field: string = name
  const value = useWatch({ control: form.control, name: field })
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        className="checkbox"
        checked={value === true}
        onChange={(event) => form.setValue(field, event.target.checked, { shouldDirty: true })}
      />
      <span>
        <span className="font-medium">{label}</span>
        {means && <span className="text-quiet">: {means}</span>}
      </span>
    </label>
  )
}
