import { useState } from 'react'
import { useFormState } from 'react-hook-form'
import { messageOf } from '@/lib/api-error'
import { approveForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { TextAreaField } from '@/ui/fields'
import { Notice } from '@/ui/notice'
import type { StepFormProps } from './step-form-frame'
import { StepFormFrame } from './step-form-frame'
import { missingVotes, yesVotes } from './votes-panel'

/**
 * The approval. It also records the admin's yes vote if that is missing. If votes would still be missing after that,
 * the form records only the vote, because the server would refuse the approval and the vote with it.
 */
export function ApproveForm({ nomination, onTake, onVoteYes, place }: StepFormProps) {
  const hasVotedYes = nomination.ownVote === 'yes'
  const [votesYes, setVotesYes] = useState(!hasVotedYes)
  const form = useRuleForm('approve', approveForm)
  const { isDirty } = useFormState({ control: form.control })
  const missing = missingVotes(nomination)
  const missingWithOwn = missing - (hasVotedYes ? 0 : 1)
  const canApprove = missingWithOwn <= 0
  const submit = form.submit({
    send: ({ why }) =>
      canApprove ? onTake({ why, ...(votesYes && !hasVotedYes && { vote: 'yes' }) }) : onVoteYes(isDirty),
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <StepFormFrame
      form={form}
      title={`Approve ${nomination.name}`}
      first={canApprove ? 'why' : undefined}
      submit={submit}
      submitLabel={canApprove ? 'Approve and send the invitation' : hasVotedYes ? undefined : 'Record my yes vote'}
      busyLabel={canApprove ? 'Approving…' : 'Recording…'}
      place={place}
    >
      {!place.isGone && canApprove && (
        <p>
          We will email an invitation to <strong className="font-semibold">{nomination.email}</strong>. It works once,
          for 14 days, and lets them create an account and choose a plan.
        </p>
      )}
      {!place.isGone && !canApprove && (
        <p>
          An approval needs {nomination.votesNeeded} yes votes. This nomination has {yesVotes(nomination)}
          {hasVotedYes ? ', yours among them: ' : '. With yours, '}
          {missingWithOwn} more {missingWithOwn === 1 ? 'is' : 'are'} needed before it can be approved. Nothing is sent
          to the applicant until then.
        </p>
      )}
      {!place.isGone && nomination.verification.unchecked.length > 0 && (
        <Notice tone="warning" title="Not everything has been checked">
          <ul className="list-disc pl-5">
            {nomination.verification.unchecked.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <p className="mt-1">You can still approve the nomination.</p>
        </Notice>
      )}
      {(canApprove || isDirty || place.isGone) && (
        <TextAreaField form={form} name="why" hint="Stored in the history. The applicant cannot see it." rows={3} />
      )}
      {!place.isGone && canApprove && !hasVotedYes && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="checkbox size-6"
            checked={votesYes}
            onChange={(event) => setVotesYes(event.target.checked)}
          />
          Count my vote as yes
        </label>
      )}
      {!place.isGone && canApprove && !votesYes && missing > 0 && (
        <p role="status" className="font-medium text-warning">
          One more yes vote is needed for an approval.
        </p>
      )}
    </StepFormFrame>
  )
}
