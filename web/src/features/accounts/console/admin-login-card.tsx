import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { ApiError, messageOf } from '@/lib/api-error'
import { useConfig } from '@/lib/config'
import { adminLoginForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
import { SecretField, TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { Notice } from '@/ui/notice'
import { useToast } from '@/ui/toast-queue'
import { asksForCode, CodeStep } from '../code-step'
import { PasskeyButton } from '../passkey-button'
import { useAdminLogin, useAdminPasskeyLogin } from './api'

type AdminLoginCardProps = {
  onSignedIn?: () => void
  notice?: LoginNotice
}

/** Why a user who was, or is, signed in has to sign in here. */
export type LoginNotice = { title: string; text: ReactNode }

/** The sign-in form of the console: username and password, then the code if the account has two-step sign-in. */
export function AdminLoginCard({ onSignedIn, notice }: AdminLoginCardProps) {
  const toast = useToast()
  const { mutateAsync } = useAdminLogin()
  const form = useRuleForm('admin-login', adminLoginForm)
  const [wantsCode, setWantsCode] = useState(false)
  const passkeyLogin = useAdminPasskeyLogin()

  function welcome() {
    toast({ title: 'Login Successful', description: 'Welcome to the admin panel' })
    onSignedIn?.()
  }

  const submit = form.submit({
    send: async (values) => {
      try {
        await mutateAsync(values)
      } catch (error) {
        if (!asksForCode(error) || wantsCode) throw error
        setWantsCode(true)
        return
      }
      welcome()
    },
    failed: (error) => {
      const message = messageOf(error, 'Invalid credentials')
      toast({ title: 'Login Failed', description: message, destructive: true })
      // The password was changed while the user was looking up the code.
      if (wantsCode && error instanceof ApiError && error.status === 401 && !asksForCode(error)) startAgain()
      return message
    },
  })

  function startAgain() {
    setWantsCode(false)
    form.setValue('code', '')
    form.setValue('password', '')
  }

  return (
    <section aria-labelledby="admin-login-title" className="mx-auto w-full max-w-md border border-base-300 p-6 sm:p-9">
      <h1 id="admin-login-title" tabIndex={-1} className="display-3">
        {wantsCode ? 'Two-step sign-in' : 'Admin sign-in'}
      </h1>
      <Form
        form={form}
        onSubmit={submit}
        intro={notice && <Notice title={notice.title}>{notice.text}</Notice>}
        refusalTitle="Login Failed"
        isToasted
        className="mt-6 flex flex-col gap-5"
      >
        {wantsCode ? (
          <CodeStep
            form={form}
            label="Code"
            hint="Enter the six-digit code from your authenticator app, or a recovery code."
            submitLabel="Sign in"
            busyLabel="Signing in…"
            backLabel="Use another account"
            onBack={startAgain}
          >
            No phone and no recovery code? Another administrator can reset your two-step sign-in under Settings.
          </CodeStep>
        ) : (
          <>
            <TextField form={form} name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} />
            <SecretField form={form} name="password" holds="password" autoComplete="current-password" />
            <SubmitButton form={form} busyLabel="Signing in…">
              Sign in
            </SubmitButton>
          </>
        )}
      </Form>
      <div className="mt-5 flex flex-col empty:hidden">
        <PasskeyButton
          login={passkeyLogin}
          onSignedIn={welcome}
          label={wantsCode ? 'Use a passkey instead' : 'Sign in with a passkey'}
          failed="Login failed"
        />
      </div>
      {!wantsCode && <OtherWays />}
    </section>
  )
}

function OtherWays() {
  const config = useConfig()
  const { pathname, search } = useLocation()
  return (
    <div className="mt-6 flex flex-col gap-3 border-base-300 border-t pt-5">
      {config?.demoAdmin && (
        <p className="text-sm">
          This is a demonstration. Sign in as <strong>{config.demoAdmin.username}</strong> with the password{' '}
          <code className="inline-block">{config.demoAdmin.password}</code>.
        </p>
      )}
      <p className="text-quiet text-sm">
        A member with admin rights?{' '}
        <Link to={href(paths.auth, { redirect: pathname + search })} className="text-link inline-block py-1.5">
          Sign in with your normal account
        </Link>
      </p>
    </div>
  )
}
