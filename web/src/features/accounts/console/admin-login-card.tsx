import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { ApiError, messageOf } from '@/lib/api-error'
import { useConfig } from '@/lib/config'
import { adminLoginForm } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { FormProblem, SubmitButton } from '@/ui/form-status'
import { Notice } from '@/ui/notice'
import { fieldId, RuleField, useFieldError } from '@/ui/rule-field'
import { CodeInput, SecretInput } from '@/ui/secret-input'
import { useToast } from '@/ui/toast-queue'
import { PasskeyButton } from '../passkey-button'
import { useAdminPasskeyLogin } from '../passkeys'
import { useAdminLogin } from './api'

type AdminLoginCardProps = {
  onSignedIn?: () => void
  notice?: LoginNotice
}

/** Why somebody who was, or is, signed in is asked to sign in. */
export type LoginNotice = { title: string; words: string }

/** The way into the console: username and password, then the code where the account has two-step sign-in. */
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
      // The password was changed while the code was being looked up.
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
      <form id={form.id} method="post" noValidate onSubmit={submit} className="mt-6 flex flex-col gap-5">
        {notice && <Notice title={notice.title}>{notice.words}</Notice>}
        <FormProblem form={form} title="Login Failed" />
        {wantsCode ? (
          <CodeStep form={form} onBack={startAgain} />
        ) : (
          <>
            <RuleField form={form} name="username">
              {(control) => (
                <input
                  className="input"
                  autoComplete="username"
                  autoCapitalize="none"
                  spellCheck={false}
                  {...control}
                />
              )}
            </RuleField>
            <RuleField form={form} name="password">
              {(control) => <SecretInput holds="password" autoComplete="current-password" {...control} />}
            </RuleField>
            <SubmitButton form={form} busyLabel="Signing in…">
              Sign in
            </SubmitButton>
          </>
        )}
      </form>
      {!wantsCode && (
        <div className="mt-5 flex flex-col">
          <PasskeyButton login={passkeyLogin} onSignedIn={welcome} />
        </div>
      )}
      {!wantsCode && <OtherWays />}
    </section>
  )
}

function asksForCode(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.fields.code !== undefined
}

type CodeStepProps = { form: ReturnType<typeof useRuleForm<typeof adminLoginForm>>; onBack: () => void }

function CodeStep({ form, onBack }: CodeStepProps) {
  const error = useFieldError(form, 'code')
  return (
    <>
      <Field
        id={fieldId(form, 'code')}
        label="Code"
        required
        error={error}
        hint="The six digits that your authenticator app shows now, or one of your recovery codes."
      >
        {(control) => <CodeInput takesFocus {...control} {...form.register('code')} />}
      </Field>
      <SubmitButton form={form} busyLabel="Signing in…">
        Sign in
      </SubmitButton>
      <Button tone="quiet" onClick={onBack}>
        Use another account
      </Button>
      <p className="text-quiet text-sm">
        No phone and no recovery code? Another administrator can reset your two-step sign-in under Settings.
      </p>
    </>
  )
}

function OtherWays() {
  const config = useConfig()
  const { pathname, search } = useLocation()
  const back = new URLSearchParams({ redirect: pathname + search })
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
        <Link to={`${paths.auth}?${back}`} className="text-link inline-block py-1.5">
          Sign in with your normal account
        </Link>
      </p>
    </div>
  )
}
