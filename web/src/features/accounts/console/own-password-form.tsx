import { messageOf } from '@/lib/api-error'
import { ownPasswordForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { FormProblem } from '@/ui/form-problem'
import { RuleField } from '@/ui/rule-field'
import { SecretInput } from '@/ui/secret-input'
import { SubmitButton } from '@/ui/submit-button'
import { useToast } from '@/ui/toast-queue'
import { passwordHint } from '../password-hint'
import { AccountSection } from './account-section'
import { changeOwnPassword } from './calls'
import { confirmation, mismatched } from './new-password'

/** Changes the admin's own password. */
export function OwnPasswordForm() {
  const toast = useToast()
  const form = useRuleForm('own-password', [...ownPasswordForm, confirmation], { across: mismatched })
  const submit = form.submit({
    send: async ({ currentPassword, newPassword }) => {
      await changeOwnPassword({ currentPassword, newPassword })
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
    <AccountSection title="Password" words="When you change it, your other sessions end.">
      <form id={form.id} method="post" noValidate onSubmit={submit} className="flex max-w-md flex-col gap-5">
        <FormProblem form={form} title="Your password was not changed" />
        <RuleField form={form} name="currentPassword">
          {(control) => <SecretInput holds="current password" autoComplete="current-password" {...control} />}
        </RuleField>
        <RuleField form={form} name="newPassword" label="New password" hint={passwordHint}>
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
