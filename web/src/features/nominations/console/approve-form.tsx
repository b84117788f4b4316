import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { approveForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { RuleField } from '@/ui/rule-field'
import type { StepFormProps } from './decision-bar'
import { StepFormFrame } from './step-form-frame'
import { yesVotes } from './votes-panel'

/** The approval, with one's own yes in the same act where it is still missing. */
export function ApproveForm({ nomination, onTake, onCancel }: StepFormProps) {
  const hasVotedYes = nomination.ownVote === 'yes'
  const [votesYes, setVotesYes] = useState(!hasVotedYes)
  const form = useRuleForm('approve', approveForm)
  const missing = nomination.votesNeeded - yesVotes(nomination) - (votesYes && !hasVotedYes ? 1 : 0)
  const submit = form.submit({
    send: ({ why }) => onTake({ why, ...(votesYes && !hasVotedYes && { vote: 'yes' }) }),
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <StepFormFrame
      form={form}
      title={`Approve ${nomination.name}`}
      first="why"
      submit={submit}
      action="Approve and send the invitation"
      busyLabel="Approving…"
      onCancel={onCancel}
    >
      <p>
        An invitation goes to <strong className="font-semibold [overflow-wrap:anywhere]">{nomination.email}</strong>. It
        works once, for 14 days, and leads to an account and the membership plans.
      </p>
      <RuleField form={form} name="why" hint="Kept in the history. The applicant does not read it.">
        {(control) => <textarea className="textarea" rows={3} {...control} />}
      </RuleField>
      {!hasVotedYes && (
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
      {missing > 0 && (
        <p role="status" className="font-medium text-warning">
          {missing === 1 ? '1 yes vote is' : `${missing} yes votes are`} still missing for an approval.
        </p>
      )}
    </StepFormFrame>
  )
}
