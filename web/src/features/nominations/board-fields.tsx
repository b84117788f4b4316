import { nominationLabels } from '@/lib/option-labels'
import { RuleField } from '@/ui/rule-field'
import { RuleSelect } from '@/ui/rule-select'
import { Expertise } from './expertise'
import { FormGroup } from './form-group'
import type { NominationRuleForm } from './nomination'

/** What the applicant does on boards. */
export function BoardFields({ form }: { form: NominationRuleForm }) {
  return (
    <FormGroup title="Your board work">
      <RuleField form={form} name="currentDesignation">
        {(control) => <input className="input" autoComplete="organization-title" {...control} />}
      </RuleField>
      <RuleField form={form} name="companyName">
        {(control) => <input className="input" autoComplete="organization" {...control} />}
      </RuleField>
      <RuleSelect form={form} name="industry" labels={nominationLabels.industry} />
      <RuleSelect form={form} name="yearsOfExperience" labels={nominationLabels.yearsOfExperience} />
      <RuleSelect form={form} name="directorType" labels={nominationLabels.directorType} />
      <RuleSelect form={form} name="numberOfBoards" labels={nominationLabels.numberOfBoards} />
      <RuleField
        form={form}
        name="currentBoards"
        className="sm:col-span-2"
        hint="The companies on whose boards you sit now, and your role on each."
      >
        {(control) => <textarea className="textarea" rows={3} {...control} />}
      </RuleField>
      <RuleField form={form} name="previousBoardExperience" className="sm:col-span-2">
        {(control) => <textarea className="textarea" rows={3} {...control} />}
      </RuleField>
      <div className="sm:col-span-2">
        <Expertise form={form} />
      </div>
    </FormGroup>
  )
}
