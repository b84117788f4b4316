import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, messageOf } from '@/lib/api-error'
import { loginForm } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
import { SecretField, TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { useToast } from '@/ui/toast-queue'
import { useLogin, usePasskeyLogin } from './api'
import { asksForCode, CodeStep } from './code-step'
import { PasskeyButton } from './passkey-button'

/** The sign-in form. With `email`, the email is fixed. Accounts with two-step sign-in are asked for the code next. */
export function LoginForm({ email }: { email?: string }) {
  const toast = useToast()
  const { mutateAsync } = useLogin()
  const passkeyLogin = usePasskeyLogin()
  const form = useRuleForm('login', loginForm, { initial: email ? { email } : {} })
  const [wantsCode, setWantsCode] = useState(false)
  const first = useRef<HTMLFormElement>(null)
  const hasReturned = useRef(false)

  const welcome = ({ name }: { name: string }) =>
    toast({ title: 'Login successful', description: `Welcome back, ${name}!` })

  const submit = form.submit({
    send: async (values) => {
      try {
        welcome(await mutateAsync(values))
      } catch (error) {
        if (!asksForCode(error) || wantsCode) throw error
        setWantsCode(true)
      }
    },
    failed: (error) => {
      const message = messageOf(error, 'Please try again.')
      toast({ title: 'Login failed', description: message, destructive: true })
      // The password was changed while the user was looking up the code.
      if (wantsCode && error instanceof ApiError && error.status === 401 && !asksForCode(error)) startAgain()
      return message
    },
  })

  function startAgain() {
    hasReturned.current = true
    setWantsCode(false)
    form.setValue('code', '')
    form.setValue('password', '')
  }

  useEffect(() => {
    if (!wantsCode && hasReturned.current)
      first.current?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus()
  }, [wantsCode])

  return (
    <>
      <Form ref={first} form={form} onSubmit={submit} refusalTitle="Login failed" isToasted>
        {wantsCode ? (
          <>
            <h2 className="display-3">Two-step sign-in</h2>
            <CodeStep form={form} submitLabel="Login" busyLabel="Logging in…" onBack={startAgain}>
              No phone and no recovery code? Write to us or call us. We will confirm your identity and turn off two-step
              sign-in.
            </CodeStep>
          </>
        ) : (
          <>
            <TextField form={form} name="email" type="email" autoComplete="username" readOnly={Boolean(email)} />
            <SecretField
              form={form}
              name="password"
              label="Password or 4-digit PIN"
              holds="password"
              autoComplete="current-password"
            />
            <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <SubmitButton form={form} busyLabel="Logging in…" className="px-10 max-xs:w-full">
                Login
              </SubmitButton>
              <Link to={paths.forgotPassword} className="text-link flex min-h-11 items-center">
                Forgot Password?
              </Link>
            </div>
          </>
        )}
      </Form>
      {/* A passkey replaces both steps, so it is also offered in place of the code. */}
      {!email && (
        <div className="mt-5 empty:hidden">
          <PasskeyButton
            login={passkeyLogin}
            onSignedIn={welcome}
            label={wantsCode ? 'Use a passkey instead' : 'Sign in with a passkey'}
          />
        </div>
      )}
    </>
  )
}
