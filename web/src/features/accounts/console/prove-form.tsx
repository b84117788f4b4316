import { messageOf } from '@/lib/api-error'
import type { FormValues } from '@/lib/form-schema'
import { proveFactorsForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { FormProblem } from '@/ui/form-problem'
import { RuleField } from '@/ui/rule-field'
import { SecretInput } from '@/ui/secret-input'
import { SubmitButton } from '@/ui/submit-button'
import { CodeInput } from './code-input'

type ProveFormProps = {
  id: string
  action: string
  danger?: boolean
  onProven: (values: FormValues<typeof proveFactorsForm>) => Promise<void>
}

/** Asks for both factors before one of them is changed. */
export function ProveForm({ id, action, danger = false, onProven }: ProveFormProps) {
  const form = useRuleForm(id, proveFactorsForm)
  const submit = form.submit({ send: onProven, failed: (error) => messageOf(error, 'Please try again.') })
  return (
    <form id={form.id} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <FormProblem form={form} title="Nothing was changed" />
      <RuleField form={form} name="password">
        {(control) => <SecretInput holds="password" autoComplete="current-password" {...control} />}
      </RuleField>
      <RuleField form={form} name="code" hint="Of your authenticator app, or a recovery code.">
        {(control) => <CodeInput {...control} />}
      </RuleField>
      <SubmitButton form={form} busyLabel="One moment…" tone={danger ? 'danger' : 'primary'} className="self-start">
        {action}
      </SubmitButton>
    </form>
  )
}
