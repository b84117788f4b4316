import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, messageOf } from '@/lib/api-error'
import { useFieldTexts } from '@/lib/field-texts'
import { loginForm } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
import { useTexts, useWords } from '@/lib/texts'
import { SecretField, TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { useToast } from '@/ui/toast-queue'
import { useLogin, usePasskeyLogin } from './api'
import { asksForCode, CodeStep } from './code-step'
import { PasskeyButton } from './passkey-button'

/** The sign-in form. With `email`, the email is fixed. Accounts with two-step sign-in are asked for the code next. */
export function LoginForm({ email }: { email?: string }) {
  const toast = useToast()
  const text = useTexts('sign-in').group('login')
  const texts = useFieldTexts(text.group('fields'))
  const word = useWords()
  const { mutateAsync } = useLogin()
  const passkeyLogin = usePasskeyLogin()
  const form = useRuleForm('login', loginForm, { initial: email ? { email } : {}, texts })
  const [wantsCode, setWantsCode] = useState(false)
  const first = useRef<HTMLFormElement>(null)
  const hasReturned = useRef(false)

  const welcome = ({ name }: { name: string }) =>
    toast({ title: text.plain('done'), description: text.plain('doneText', { name }) })

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
      const message = messageOf(error, word.plain('again'))
      toast({ title: text.plain('failed'), description: message, destructive: true })
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
      <Form ref={first} form={form} onSubmit={submit} refusalTitle={text('failed')} isToasted>
        {wantsCode ? (
          <>
            <h2 className="display-3">{text('code.title')}</h2>
            <CodeStep
              form={form}
              label={form.label('code')}
              hint={text('fields.code.hint')}
              submitLabel={text('submit')}
              busyLabel={text('submitting')}
              backLabel={text('code.other')}
              onBack={startAgain}
            >
              {text('code.help')}
            </CodeStep>
          </>
        ) : (
          <>
            <TextField form={form} name="email" type="email" autoComplete="username" readOnly={Boolean(email)} />
            <SecretField
              form={form}
              name="password"
              holds={text('fields.password.holds')}
              autoComplete="current-password"
            />
            <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <SubmitButton form={form} busyLabel={text('submitting')} className="px-10 max-xs:w-full">
                {text('submit')}
              </SubmitButton>
              <Link to={paths.forgotPassword} className="text-link flex min-h-11 items-center">
                {text('forgot')}
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
            label={text(wantsCode ? 'code.passkey' : 'passkey')}
            failed={text.plain('failed')}
          />
        </div>
      )}
    </>
  )
}
