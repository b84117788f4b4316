import { messageOf } from '@/lib/api-error'
import { changePasswordForm, type Security } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { FormProblem, SubmitButton } from '@/ui/form-status'
import { RuleField } from '@/ui/rule-field'
import { SecretInput } from '@/ui/secret-input'
import { useToast } from '@/ui/toast-queue'
import { AccountSection } from '../account-section'
import { confirmation, mismatch, passwordHint } from '../new-password'
import { useChangePassword } from './api'

/** Changes the member's password. */
export function PasswordSection({ security }: { security: Security }) {
  const toast = useToast()
  const { mutateAsync } = useChangePassword()
  const form = useRuleForm('change-password', [...changePasswordForm, confirmation], {
    across: (values) => (values.new === values.confirmation ? {} : { confirmation: mismatch }),
  })
  const submit = form.submit({
    send: async ({ current, new: newPassword, code }) => {
      await mutateAsync({ current, new: newPassword, code })
      form.reset()
      toast({ title: 'Your password is changed', description: 'Your other sessions have ended' })
    },
    failed: (error) => {
      const message = messageOf(error, 'Please try again.')
      toast({ title: 'Your password was not changed', description: message, destructive: true })
      return message
    },
  })
  return (
    <AccountSection
      title="Password"
      words={
        security.hasPin
          ? 'When you change it, your other sessions end and your PIN is removed. You can set a new one below.'
          : 'When you change it, your other sessions end.'
      }
    >
      <form id={form.id} method="post" noValidate onSubmit={submit} className="flex max-w-md flex-col gap-5">
        <FormProblem form={form} title="Your password was not changed" />
        <RuleField form={form} name="current">
          {(control) => <SecretInput holds="current password" autoComplete="current-password" {...control} />}
        </RuleField>
        <RuleField form={form} name="new" label="New password" hint={passwordHint}>
          {(control) => <SecretInput holds="new password" autoComplete="new-password" {...control} />}
        </RuleField>
        <RuleField form={form} name="confirmation">
          {(control) => <SecretInput holds="confirmation" autoComplete="new-password" {...control} />}
        </RuleField>
        <SubmitButton form={form} busyLabel="Saving…" className="self-start">
          Change password
        </SubmitButton>
      </form>
    </AccountSection>
  )
}
