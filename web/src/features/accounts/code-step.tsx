import type { ReactNode } from 'react'
import { ApiError } from '@/lib/api-error'
import type { RuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { SubmitButton } from '@/ui/form'
import { fieldId, useFieldError } from '@/ui/rule-field'
import { CodeInput } from '@/ui/secret-input'

/** Reports whether a sign-in failed only because a code is missing. */
export function asksForCode(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.fields.code !== undefined
}

type CodeStepProps = {
  form: RuleForm<'code'>
  /** The label of the button, and its label while the form is being sent. */
  submitLabel: string
  busyLabel: string
  onBack: () => void
  /** Who can help if the phone and the recovery codes are lost. */
  children: ReactNode
}

/** The second step of a sign-in: a code from an authenticator app, or a recovery code. */
export function CodeStep({ form, submitLabel, busyLabel, onBack, children }: CodeStepProps) {
  const error = useFieldError(form, 'code')
  return (
    <>
      <Field
        id={fieldId(form, 'code')}
        label="Code"
        required
        error={error}
        hint="Enter the six-digit code from your authenticator app, or a recovery code."
      >
        {(control) => <CodeInput takesFocus {...control} {...form.register('code')} />}
      </Field>
      <SubmitButton form={form} busyLabel={busyLabel}>
        {submitLabel}
      </SubmitButton>
      <Button tone="quiet" onClick={onBack}>
        Use another account
      </Button>
      <p className="text-quiet text-sm">{children}</p>
    </>
  )
}
