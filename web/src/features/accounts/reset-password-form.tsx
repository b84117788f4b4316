import { Link } from 'react-router'
import { messageOf } from '@/lib/api-error'
import { type FieldRule, resetPasswordForm } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
import { useSetSessionUser } from '@/lib/session'
import { FormProblem } from '@/ui/form-problem'
import { RuleField } from '@/ui/rule-field'
import { SecretInput } from '@/ui/secret-input'
import { SubmitButton } from '@/ui/submit-button'
import { useToast } from '@/ui/toast-queue'
import { resetPassword } from './calls'
import { passwordHint } from './password-hint'

const mismatch = "Passwords don't match"

// The token is no question to anybody; the confirmation is none of the server's business.
const [, newPassword] = resetPasswordForm
const confirmation = {
  ...newPassword,
  name: 'confirmation',
  label: 'Confirm password',
  kind: 'secret',
  min: 0,
  messages: { ...newPassword.messages, required: mismatch },
} as const satisfies FieldRule

export function ResetPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const toast = useToast()
  const setUser = useSetSessionUser()
  const form = useRuleForm('reset-password', [newPassword, confirmation], {
    across: (values) => (values.confirmation === values.newPassword ? {} : { confirmation: mismatch }),
  })
  const submit = form.submit({
    send: async (values) => {
      await resetPassword({ token, newPassword: values.newPassword })
      toast({ title: 'Your password has been reset successfully' })
      // The reset ended all sessions of the account. Who goes on from here logs in anew.
      setUser(null)
      onDone()
    },
    failed: (error) => {
      const message = messageOf(error, 'Failed to reset password')
      toast({ title: 'Error', description: message, destructive: true })
      return message
    },
  })

  return (
    <form id={form.id} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <FormProblem form={form} title="The password was not set" />
      <RuleField form={form} name="newPassword" label="New password" hint={passwordHint}>
        {(control) => <SecretInput holds="password" autoComplete="new-password" {...control} />}
      </RuleField>
      <RuleField form={form} name="confirmation">
        {(control) => <SecretInput holds="confirmation" autoComplete="new-password" {...control} />}
      </RuleField>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <SubmitButton form={form} busyLabel="Saving…" className="max-xs:w-full">
          Set new password
        </SubmitButton>
        <Link to={paths.forgotPassword} className="text-link flex min-h-11 items-center">
          Request a new link
        </Link>
      </div>
    </form>
  )
}
