import { messageOf } from '@/lib/api-error'
import { changePasswordForm, type FieldRule, ownPasswordForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { SecretField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { RuleField, useFieldError } from '@/ui/rule-field'
import { CodeInput } from '@/ui/secret-input'
import { useToast } from '@/ui/toast-queue'
import { AccountSection } from './account-section'
import { type ChangedPassword, type Owner, useChangePassword } from './api'
import { confirmation, mismatch, passwordHint } from './new-password'

type PasswordForm = { rules: readonly FieldRule[]; current: string; next: string }

const forms: Readonly<Record<Owner, PasswordForm>> = {
  member: {
    rules: [...changePasswordForm, confirmation],
    current: 'current',
    next: 'new',
  },
  admin: {
    rules: [...ownPasswordForm, confirmation],
    current: 'currentPassword',
    next: 'newPassword',
  },
}

type PasswordSectionProps = { owner: Owner; asksCode: boolean; lede: string }

/** The form that changes the password of the signed-in member or admin. */
export function PasswordSection({ owner, asksCode, lede }: PasswordSectionProps) {
  const { rules, current, next } = forms[owner]
  const toast = useToast()
  const { mutateAsync } = useChangePassword(owner)
  const form = useRuleForm('change-password', rules, {
    across: (values) => (values[next] === values.confirmation ? {} : { confirmation: mismatch }),
  })
  const codeError = useFieldError(form, 'code')
  const submit = form.submit({
    send: async ({ confirmation: _, ...values }) => {
      await mutateAsync(values as ChangedPassword)
      form.reset()
      toast({ title: 'Your password was changed', description: 'Your other sessions have ended' })
    },
    failed: (error) => {
      const message = messageOf(error, 'Please try again.')
      toast({ title: 'Your password was not changed', description: message, destructive: true })
      return message
    },
  })
  return (
    <AccountSection title="Password" lede={lede}>
      <Form
        form={form}
        onSubmit={submit}
        refusalTitle="Your password was not changed"
        isToasted
        className="flex max-w-md flex-col gap-5"
      >
        <SecretField form={form} name={current} holds="current password" autoComplete="current-password" />
        {(asksCode || codeError) && (
          <RuleField form={form} name="code" hint="From your authenticator app, or one of your recovery codes.">
            {(control) => <CodeInput {...control} />}
          </RuleField>
        )}
        <SecretField
          form={form}
          name={next}
          label="New password"
          hint={passwordHint}
          holds="new password"
          autoComplete="new-password"
        />
        <SecretField form={form} name="confirmation" holds="confirmation" autoComplete="new-password" />
        <SubmitButton form={form} busyLabel="Saving…" className="self-start">
          Change password
        </SubmitButton>
      </Form>
    </AccountSection>
  )
}
