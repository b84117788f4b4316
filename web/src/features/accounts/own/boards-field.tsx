import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray, useFormState } from 'react-hook-form'
import type { FieldRule } from '@/lib/generated'
import type { RuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
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
            {row.map((rule) => (
              <BoardInput key={rule.name} form={form} rule={rule} index={index} />
            ))}
          </div>
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

type InputProps = { form: RuleForm<'boards'>; rule: FieldRule; index: number }

function BoardInput({ form, rule, index }: InputProps) {
  const name = `boards.${index}.${rule.name}`
  const { error } = form.getFieldState(name, useFormState({ control: form.control, name }))
  const isCompany = rule.name === 'company'
  return (
    <Field
      id={fieldId(form, name)}
      label={rule.label}
      required={rule.required}
      error={error?.message}
      className={isCompany ? 'sm:col-span-2' : undefined}
      hint={rule.name === 'cin' ? 'The company identification number: 21 letters and digits.' : undefined}
    >
      {(control) => (
        <input
          className={rule.name === 'cin' ? 'input uppercase tabular-nums' : 'input'}
          autoComplete={isCompany ? 'organization' : 'off'}
          spellCheck={rule.name === 'cin' ? false : undefined}
          {...control}
          {...form.register(name)}
        />
      )}
    </Field>
  )
}
