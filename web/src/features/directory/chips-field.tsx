import { Check, Plus } from 'lucide-react'
import type { RuleForm } from '@/lib/rule-form'
import { fieldId, useFieldError } from '@/ui/rule-field'

type ChipsFieldProps<Name extends string> = {
  form: RuleForm<Name>
  name: Name
  labels: Readonly<Record<string, string>>
}

/** Any number of the options of a rule, as check boxes that look like chips. */
export function ChipsField<Name extends string>({ form, name, labels }: ChipsFieldProps<Name>) {
  const rule = form.rule(name)
  const error = useFieldError(form, name)
  const id = fieldId(form, name)
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="sm:col-span-2">
      <legend className="font-medium">
        {rule.label} <span className="font-normal text-quiet">(optional)</span>
      </legend>
      <div className="mt-2.5 flex flex-wrap gap-2">
        {rule.options.map((option, index) => (
          <label
            key={option}
            className="group flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-edge px-4 has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 has-checked:border-primary has-checked:bg-primary has-checked:text-primary-content"
          >
            <input
              type="checkbox"
              id={index === 0 ? id : undefined}
              value={option}
              className="sr-only"
              {...form.register(name)}
            />
            <Plus className="size-3.5 group-has-checked:hidden" />
            <Check className="hidden size-3.5 group-has-checked:inline" />
            {labels[option]}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 font-medium text-error text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}
