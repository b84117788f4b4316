import type { Ref } from 'react'
import { RuleField } from '@/ui/rule-field'
import { FormGroup } from './form-group'
import type { NominationRuleForm } from './nomination'

type YouFieldsProps = { form: NominationRuleForm; isSignedIn: boolean; ref: Ref<HTMLFieldSetElement> }

/** Who the applicant is. A signed-in one's email is her account's. */
export function YouFields({ form, isSignedIn, ref }: YouFieldsProps) {
  return (
    <FormGroup title="You" ref={ref}>
      <RuleField form={form} name="name" className="sm:col-span-2">
        {(control) => <input className="input" autoComplete="name" {...control} />}
      </RuleField>
      <RuleField form={form} name="email" hint={isSignedIn ? 'This is the email of your account.' : undefined}>
        {(control) => (
          <input
            type="email"
            className="input read-only:bg-base-200"
            autoComplete="email"
            readOnly={isSignedIn}
            {...control}
          />
        )}
      </RuleField>
      <RuleField form={form} name="phone">
        {(control) => <input type="tel" className="input" autoComplete="tel" {...control} />}
      </RuleField>
      <RuleField form={form} name="city">
        {(control) => <input className="input" autoComplete="address-level2" {...control} />}
      </RuleField>
      <RuleField form={form} name="state">
        {(control) => <input className="input" autoComplete="address-level1" {...control} />}
      </RuleField>
      <RuleField form={form} name="country">
        {(control) => <input className="input" autoComplete="country-name" {...control} />}
      </RuleField>
      <RuleField form={form} name="linkedinUrl">
        {(control) => (
          <input
            type="url"
            className="input"
            autoComplete="url"
            autoCapitalize="none"
            placeholder="linkedin.com/in/your-name"
            {...control}
          />
        )}
      </RuleField>
    </FormGroup>
  )
}
