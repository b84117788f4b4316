import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray, useFormState } from 'react-hook-form'
import type { FieldRule } from '@/lib/generated'
import { boardLabels } from '@/lib/option-labels'
import type { RuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Disclosure } from '@/ui/disclosure'
import { Field } from '@/ui/field'
import { fieldId } from '@/ui/rule-field'

/** The boards that a person serves on, one row each. */
export function BoardsField({ form }: { form: RuleForm<'boards'> }) {
  const { label, max, row = [] } = form.rule('boards')
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'boards' })
  const { errors } = useFormState({ control: form.control, name: 'boards' })
  const list = useRef<HTMLFieldSetElement>(null)
  const problem = (errors.boards?.root?.message ?? errors.boards?.message) as string | undefined

  function removeRow(index: number) {
    remove(index)
    // After a removal the focus goes to the row that took its place, or to "Add a board".
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove], [data-add]')
      buttons?.[Math.min(index, buttons.length - 1)]?.focus()
    })
  }

  return (
    <fieldset ref={list} className="sm:col-span-2" aria-describedby={problem && `${fieldId(form, 'boards')}-error`}>
      <legend className="font-medium">
        {label} <span className="font-normal text-quiet">(optional)</span>
      </legend>
      {fields.map(({ id }, index) => (
        <fieldset key={id} className="mt-4 border-base-300 border-t pt-4">
          <legend className="sr-only">Board {index + 1}</legend>
          <div className="flex items-center justify-between">
            <span aria-hidden="true" className="text-quiet text-sm">
              Board {index + 1}
            </span>
            <Button tone="quiet" data-remove className="-mr-3" onClick={() => removeRow(index)}>
              <X aria-hidden className="size-4" />
              Remove<span className="sr-only"> board {index + 1}</span>
            </Button>
          </div>
          <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
            {row.filter(isShown).map((rule) => (
              <BoardInput key={rule.name} form={form} rule={rule} index={index} />
            ))}
          </div>
          <TermInputs form={form} rules={row.filter((rule) => !isShown(rule))} index={index} />
        </fieldset>
      ))}
      {problem && (
        <p id={`${fieldId(form, 'boards')}-error`} className="mt-3 font-medium text-error text-sm">
          {problem}
        </p>
      )}
      {fields.length < max ? (
        <Button
          tone="outline"
          className="mt-4"
          data-add
          onClick={() => append(Object.fromEntries(row.map(({ name }) => [name, ''])))}
        >
          <Plus aria-hidden className="size-4" />
          Add a board
        </Button>
      ) : (
        <p className="mt-4 text-quiet text-sm">A profile can list at most {max} boards.</p>
      )}
    </fieldset>
  )
}

/** Whether a field is about the board itself. The others are about the term, and only its owner sees them. */
function isShown({ name }: FieldRule): boolean {
  return name === 'company' || name === 'role' || name === 'cin'
}

function TermInputs({ form, rules, index }: { form: RuleForm<'boards'>; rules: readonly FieldRule[]; index: number }) {
  const { errors } = useFormState({ control: form.control, name: 'boards' })
  const broken = (errors.boards as unknown as Record<string, object>[] | undefined)?.[index] ?? {}
  return (
    <Disclosure
      label="When your term ends"
      className="mt-2"
      open={rules.some(({ name }) => name in broken) ? true : undefined}
    >
      <p className="mb-4 max-w-text text-quiet text-sm">
        Only you see these fields. From them we compute when your term ends, and remind you six months before.
      </p>
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        {rules.map((rule) => (
          <BoardInput key={rule.name} form={form} rule={rule} index={index} />
        ))}
      </div>
    </Disclosure>
  )
}

const days: ReadonlySet<string> = new Set(['appointedOn', 'secondTermOn', 'lastDay'])

const hints: Record<string, string> = {
  cin: 'The company identification number: 21 letters and digits.',
  lastDay: 'If you have left the board, or if your letter of appointment names an end.',
}

type InputProps = { form: RuleForm<'boards'>; rule: FieldRule; index: number }

function BoardInput({ form, rule, index }: InputProps) {
  const name = `boards.${index}.${rule.name}`
  const { error } = form.getFieldState(name, useFormState({ control: form.control, name }))
  const isCompany = rule.name === 'company'
  const options: Readonly<Record<string, string>> | undefined = boardLabels[rule.name as keyof typeof boardLabels]
  return (
    <Field
      id={fieldId(form, name)}
      label={rule.label}
      required={rule.required}
      error={error?.message}
      className={isCompany ? 'sm:col-span-2' : undefined}
      hint={hints[rule.name]}
    >
      {(control) =>
        options ? (
          <select className="select" {...control} {...form.register(name)}>
            <option value="">Please choose</option>
            {rule.options.map((option) => (
              <option key={option} value={option}>
                {options[option]}
              </option>
            ))}
          </select>
        ) : (
          <input
            className={rule.name === 'cin' ? 'input uppercase tabular-nums' : 'input'}
            type={days.has(rule.name) ? 'date' : 'text'}
            autoComplete={isCompany ? 'organization' : 'off'}
            spellCheck={rule.name === 'cin' ? false : undefined}
            {...control}
            {...form.register(name)}
          />
        )
      }
    </Field>
  )
}
