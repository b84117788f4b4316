import type { ReactNode } from 'react'
import { paths } from '@/lib/paths'
import { Link } from '@/ui/link'
import { fieldId, useFieldError } from '@/ui/rule-field'
import type { NominationRuleForm } from './nomination'

const name = 'agreeTerms'

/** What an applicant confirms and agrees to. */
export function Agreement({ form }: { form: NominationRuleForm }) {
  const error = useFieldError(form, name)
  const id = fieldId(form, name)
  return (
    <div>
      <div className="flex gap-4">
        <input
          type="checkbox"
          id={id}
          className="checkbox mt-0.5 size-6 shrink-0"
          aria-required="true"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...form.register(name)}
        />
        <label htmlFor={id}>
          I confirm that I currently serve as a director on at least one corporate board in India, and I agree to the{' '}
          <LegalLink to={paths.terms}>terms and conditions</LegalLink>, the{' '}
          <LegalLink to={paths.privacy}>privacy policy</LegalLink> and the{' '}
          <LegalLink to={paths.refund}>cancellation and refund policy</LegalLink>.
        </label>
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 ml-10 font-medium text-error text-sm">
          {error}
        </p>
      )}
    </div>
  )
}

// In a new tab: who reads the terms does not want to lose her place in the form.
function LegalLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} target="_blank" className="text-link">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </Link>
  )
}
