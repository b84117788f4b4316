import { Link } from 'react-router'
import { messageOf } from '@/lib/api-error'
import { loginForm } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
import { FormProblem, SubmitButton } from '@/ui/form-status'
import { RuleField } from '@/ui/rule-field'
import { SecretInput } from '@/ui/secret-input'
import { useToast } from '@/ui/toast-queue'
import { useLogin } from './api'

/** The sign-in; for an account whose email is fixed, with that one. */
export function LoginForm({ email }: { email?: string }) {
  const toast = useToast()
  const { mutateAsync } = useLogin()
  const form = useRuleForm('login', loginForm, { initial: email ? { email } : {} })
  const submit = form.submit({
    send: async (values) => {
      const { name } = await mutateAsync(values)
      toast({ title: 'Login successful', description: `Welcome back, ${name}!` })
    },
    failed: (error) => {
      const message = messageOf(error, 'Please try again.')
      toast({ title: 'Login failed', description: message, destructive: true })
      return message
    },
  })

  return (
    <form id={form.id} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <FormProblem form={form} title="Login failed" />
      <RuleField form={form} name="email">
        {(control) => (
          <input type="email" className="input" autoComplete="username" readOnly={Boolean(email)} {...control} />
        )}
      </RuleField>
      <RuleField form={form} name="password" label="Password or 4-digit PIN">
        {(control) => <SecretInput holds="password" autoComplete="current-password" {...control} />}
      </RuleField>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <SubmitButton form={form} busyLabel="Logging in…" className="px-10 max-xs:w-full">
          Login
        </SubmitButton>
        <Link to={paths.forgotPassword} className="text-link flex min-h-11 items-center">
          Forgot Password?
        </Link>
      </div>
    </form>
  )
}
