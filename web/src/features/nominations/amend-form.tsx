import { useEffect, useRef } from 'react'
import { messageOf } from '@/lib/api-error'
import { nominationForm, type OwnNominationDetail } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { ErrorSummary, type ErrorSummaryHandle } from '@/ui/error-summary'
import { FormProblem, SubmitButton } from '@/ui/form-status'
import { useToast } from '@/ui/toast-queue'
import { useOwnStep } from './api'
import { answersOf } from './draft'
import { Agreement, BoardFields, InterestFields, YouFields } from './form-fields'

type AmendFormProps = { nomination: OwnNominationDetail; token: string; onDone: () => void }

/** The form again, with what was sent. The email is where the applicant is written to, and stays. */
export function AmendForm({ nomination, token, onDone }: AmendFormProps) {
  const toast = useToast()
  const summary = useRef<ErrorSummaryHandle>(null)
  const beginning = useRef<HTMLFieldSetElement>(null)
  const { mutateAsync } = useOwnStep('amend', token)
  const form = useRuleForm('amendment', nominationForm, {
    initial: answersOf({ ...nomination.answers }),
    onProblems: () => summary.current?.focus(),
  })
  const submit = form.submit({
    send: async (values) => {
      await mutateAsync({ version: nomination.version, ...values })
      toast({ title: 'Your nomination is corrected' })
      onDone()
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })

  useEffect(() => beginning.current?.focus(), [])

  return (
    <form id={form.id} method="post" noValidate onSubmit={submit} className="flex flex-col gap-10">
      <ErrorSummary form={form} rules={nominationForm} ref={summary} />
      <YouFields ref={beginning} form={form} fixedEmail="We write to you there, so it stays." />
      <BoardFields form={form} />
      <InterestFields form={form} />
      <Agreement form={form} />
      <FormProblem form={form} title="It was not corrected" />
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} busyLabel="Sending…" className="px-8">
          Send the corrections
        </SubmitButton>
        <Button tone="outline" onClick={onDone}>
          Leave it as it was
        </Button>
      </div>
    </form>
  )
}
