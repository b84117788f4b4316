import { messageOf } from '@/lib/api-error'
import { answerForm, askForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { TextAreaField } from '@/ui/fields'
import type { StepFormProps } from './step-form-frame'
import { StepFormFrame } from './step-form-frame'

/** A question, which is sent to the applicant as written. */
export function AskForm({ nomination, onTake, place }: StepFormProps) {
  const form = useRuleForm('ask', askForm)
  const submit = form.submit({ send: onTake, failed: (error) => messageOf(error, 'Please try again.') })
  return (
    <StepFormFrame
      form={form}
      title={`Ask ${nomination.name}`}
      first="words"
      submit={submit}
      submitLabel="Send question"
      busyLabel="Sending…"
      place={place}
    >
      <TextAreaField
        form={form}
        name="words"
        hint={`We will email it to ${nomination.email}, with a greeting and a closing. The clock is paused until they answer.`}
        rows={5}
      />
    </StepFormFrame>
  )
}

/** Records that the applicant has answered. */
export function AnswerForm({ onTake, place }: StepFormProps) {
  const form = useRuleForm('answer', answerForm)
  const submit = form.submit({ send: onTake, failed: (error) => messageOf(error, 'Please try again.') })
  return (
    <StepFormFrame
      form={form}
      title="Answer received"
      first="why"
      submit={submit}
      submitLabel="Continue the review"
      busyLabel="Saving…"
      place={place}
    >
      <TextAreaField
        form={form}
        name="why"
        hint="Stored in the history for the other reviewers. The clock continues from where it was paused."
        rows={4}
      />
    </StepFormFrame>
  )
}
