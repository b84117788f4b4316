import { nominationLabels } from '@/lib/option-labels'
import { RuleField } from '@/ui/rule-field'
import { RuleSelect } from '@/ui/rule-select'
import { FormGroup } from './form-group'
import type { NominationRuleForm } from './nomination'

/** What brings the applicant here. */
export function InterestFields({ form }: { form: NominationRuleForm }) {
  return (
    <FormGroup title="Your interest">
      <RuleSelect form={form} name="howDidYouHear" labels={nominationLabels.howDidYouHear} />
      <RuleSelect form={form} name="preferredMeetingFormat" labels={nominationLabels.preferredMeetingFormat} />
      <RuleField form={form} name="whyInterested" className="sm:col-span-2">
        {(control) => <textarea className="textarea" rows={5} {...control} />}
      </RuleField>
    </FormGroup>
  )
}
