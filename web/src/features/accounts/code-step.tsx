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
  label: ReactNode
  hint: ReactNode
  /** The label of the button, and its label while the form is being sent. */
  submitLabel: ReactNode
  busyLabel: ReactNode
  /** The label of the button that returns to the first step. */
  backLabel: ReactNode
  onBack: () => void
  /** Who can help if the phone and the recovery codes are lost. */
  children: ReactNode
}

/** The second step of a sign-in: a code from an authenticator app, or a recovery code. */
export function CodeStep(props: CodeStepProps) {
  const { form, label, hint, submitLabel, busyLabel, backLabel, onBack, children } = props
  const error = useFieldError(form, 'code')
  return (
    <>
      <Field id={fieldId(form, 'code')} label={label} required error={error} hint={hint}>
        {(control) => <CodeInput takesFocus {...control} {...form.register('code')} />}
      </Field>
      <SubmitButton form={form} busyLabel={busyLabel}>
        {submitLabel}
      </SubmitButton>
      <Button tone="quiet" onClick={onBack}>
        {backLabel}
      </Button>
      <p className="text-quiet text-sm">{children}</p>
    </>
  )
}
