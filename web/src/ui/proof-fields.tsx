import type { FieldRule } from '@/lib/generated'
import type { RuleForm } from '@/lib/rule-form'
import { CodeInput } from './code-input'
import { Field } from './field'
import { fieldId, RuleField, useFieldError } from './rule-field'
import { SecretInput } from './secret-input'

type ProofFieldsProps = { form: RuleForm; asksCode: boolean }

/** The password and, where the account has two-step sign-in, the code. */
export function ProofFields({ form, asksCode }: ProofFieldsProps) {
  const codeError = useFieldError(form, 'code')
  // the server may know of a two-step sign-in that was turned on elsewhere, meanwhile
  const showsCode = asksCode || codeError || form.getValues('code')
  return (
    <>
      <RuleField form={form} name="password" hint="Asked for again, so that nobody can do this at a console left open.">
        {(control) => <SecretInput holds="password" autoComplete="current-password" {...control} />}
      </RuleField>
      {showsCode && (
        <Field
          id={fieldId(form, 'code')}
          label={form.rule('code').label}
          required
          error={codeError}
          hint="From your authenticator app, or one of your recovery codes."
        >
          {(control) => <CodeInput {...control} {...form.register('code')} />}
        </Field>
      )}
    </>
  )
}

/** A form's rules for an account with two-step sign-in, which they themselves cannot know of. */
export function withCode<const Rules extends readonly FieldRule[]>(rules: Rules): Rules {
  return rules.map((rule) => (rule.name === 'code' ? { ...rule, required: true } : rule)) as unknown as Rules
}
