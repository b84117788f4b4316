import { nominationLabels } from '@/lib/option-labels'
import { fieldId, useFieldError } from '@/ui/rule-field'
import type { NominationRuleForm } from './nomination'

const name = 'areasOfExpertise'

/** The areas of expertise: check boxes that look like chips. */
export function Expertise({ form }: { form: NominationRuleForm }) {
  const rule = form.rule(name)
  const error = useFieldError(form, name)
  const id = fieldId(form, name)
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="font-medium">
        {rule.label}
        {!rule.required && <span className="font-normal text-quiet"> (optional)</span>}
      </legend>
      <div className="mt-2.5 flex flex-wrap gap-2.5">
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
            <svg
              viewBox="0 0 12 12"
              className="size-3"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.75"
              aria-hidden="true"
            >
              <path d="M6 1.5v9M1.5 6h9" className="group-has-checked:hidden" />
              <path d="m1.5 6.5 3 3 6-7" className="hidden group-has-checked:inline" />
            </svg>
            {nominationLabels.areasOfExpertise[option as keyof typeof nominationLabels.areasOfExpertise]}
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
