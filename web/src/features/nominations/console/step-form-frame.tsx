import { type FormEvent, type ReactNode, useEffect } from 'react'
import { useFormState } from 'react-hook-form'
import type { RuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { FormProblem } from '@/ui/form-problem'
import { LeaveGuard } from '@/ui/leave-guard'
import { SubmitButton } from '@/ui/submit-button'

type StepFormFrameProps = {
  form: Pick<RuleForm, 'id' | 'control' | 'setFocus'>
  title: string
  /** The field that the step begins with. */
  first: string
  submit: (event: FormEvent) => void
  action: string
  busyLabel: string
  onCancel: () => void
  children: ReactNode
}

/** The form of a step, opened in its place under the decision bar: it takes the focus, and guards what was typed. */
export function StepFormFrame({
  form,
  title,
  first,
  submit,
  action,
  busyLabel,
  onCancel,
  children,
}: StepFormFrameProps) {
  const { isDirty } = useFormState({ control: form.control })
  const { setFocus } = form
  useEffect(() => setFocus(first), [setFocus, first])
  return (
    <form id={form.id} noValidate onSubmit={submit} aria-label={title} className="flex flex-col gap-4">
      <LeaveGuard dirty={isDirty} />
      <h3 className="display-3">{title}</h3>
      <FormProblem form={form} title="This step was not taken" />
      {children}
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} busyLabel={busyLabel}>
          {action}
        </SubmitButton>
        <Button tone="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
