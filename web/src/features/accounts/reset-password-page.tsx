import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { messageOf } from '@/lib/api-error'
import { useFieldTexts } from '@/lib/field-texts'
import { date } from '@/lib/formats'
import { useHydrated } from '@/lib/hydrated'
import { useLinkToken } from '@/lib/link-token'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
import { EditedElsewhere, useTexts, useWords } from '@/lib/texts'
import { ButtonLink } from '@/ui/button'
import { Form, SubmitButton } from '@/ui/form'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'
import { useToast } from '@/ui/toast-queue'
import { AccountFrame } from './account-frame'
import type { Passkey } from './api'
import { type ResetDetails, resetDetailsQuery, useResetPassword } from './api'
import { confirmation, mismatched, newPassword } from './new-password'
import { NewPasswordFields } from './new-password-fields'

export function ResetPasswordPage() {
  const token = useLinkToken(paths.resetPassword)
  const [isDone, setDone] = useState(false)
  const hydrated = useHydrated()
  const text = useTexts('sign-in')
  const word = useWords()
  // If this fails the form still works, because the server checks the link again.
  const { data: details, isLoading } = useQuery({ ...resetDetailsQuery(token), enabled: token !== '' })

  if (isDone) return <PasswordIsSet />
  if (hydrated && !token) return <InvalidLink />
  // The details decide between the two headings below. The server renders the page without the token.
  if (!hydrated || isLoading)
    return (
      <AccountFrame title={text('newPassword.fields.newPassword.label')}>
        <Spinner label={word('loading')} />
      </AccountFrame>
    )
  const isFirst = details?.hasPassword === false
  return (
    <AccountFrame
      title={isFirst ? text('reset.firstTitle') : text('reset.title')}
      lede={isFirst ? text('reset.first') : text('reset.text')}
    >
      <ResetPasswordForm token={token} details={details} onDone={() => setDone(true)} />
    </AccountFrame>
  )
}

type ResetPasswordFormProps = { token: string; details?: ResetDetails; onDone: () => void }

function ResetPasswordForm({ token, details, onDone }: ResetPasswordFormProps) {
  const toast = useToast()
  const text = useTexts('sign-in')
  const { mutateAsync } = useResetPassword()
  const [removed, setRemoved] = useState<readonly string[]>([])
  const form = useRuleForm('reset-password', [newPassword, confirmation], {
    across: (values) => mismatched(values, text.plain('newPassword.fields.confirmation.required')),
    texts: useFieldTexts(text.group('newPassword.fields')),
  })
  const submit = form.submit({
    send: async (values) => {
      await mutateAsync({ token, newPassword: values.newPassword, removePasskeys: [...removed] })
      toast({ title: text.plain('reset.toast') })
      onDone()
    },
    failed: (error) => {
      const message = messageOf(error, text.plain('reset.errorText'))
      toast({ title: text.plain('reset.error'), description: message, destructive: true })
      return message
    },
  })

  return (
    <Form form={form} onSubmit={submit} refusalTitle={text('newPassword.failed')} isToasted>
      {details?.hasPassword && !details.isVerified && (
        <Notice title={text('reset.unconfirmedTitle')}>
          <p>{text('reset.unconfirmed')}</p>
        </Notice>
      )}
      <NewPasswordFields form={form} />
      {details && details.passkeys.length > 0 && (
        <PasskeysToRemove passkeys={details.passkeys} removed={removed} onChange={setRemoved} />
      )}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <SubmitButton form={form} busyLabel={text('newPassword.submitting')} className="max-xs:w-full">
          {text('reset.submit')}
        </SubmitButton>
        <Link to={paths.forgotPassword} className="text-link flex min-h-11 items-center">
          {text('reset.request')}
        </Link>
      </div>
    </Form>
  )
}

type PasskeysToRemoveProps = {
  passkeys: readonly Passkey[]
  removed: readonly string[]
  onChange: (removed: readonly string[]) => void
}

/** The passkeys of the account. A new password does not change them, so their owner chooses which ones to remove. */
function PasskeysToRemove({ passkeys, removed, onChange }: PasskeysToRemoveProps) {
  const text = useTexts('sign-in').group('reset.passkeys')
  return (
    <fieldset className="mt-2">
      <legend className="font-semibold">{text('title')}</legend>
      <p className="mb-2 text-quiet">{text('text')}</p>
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <label key={id} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="checkbox"
            checked={removed.includes(id)}
            onChange={(event) =>
              onChange(event.target.checked ? [...removed, id] : removed.filter((other) => other !== id))
            }
          />
          <span>
            <span className="font-medium">
              <EditedElsewhere from="account">{name}</EditedElsewhere>
            </span>
            <span className="block text-quiet text-sm">
              {lastUsedAt
                ? text('used', { date: date(createdAt), used: date(lastUsedAt) })
                : text('unused', { date: date(createdAt) })}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function InvalidLink() {
  const text = useTexts('sign-in')
  const toast = useToast()
  const navigate = useNavigate()
  const title = text.plain('reset.invalidTitle')
  const description = text.plain('reset.invalid')
  useEffect(() => {
    toast({
      title: title,
      description,
      destructive: true,
    })
  }, [toast, title, description])
  // Replaces this page, so that Back does not return to it.
  useLater(() => navigate(paths.forgotPassword, { replace: true }), 2000)
  return (
    <AccountFrame title={text('reset.invalidTitle')} takesFocus>
      <p>{text('reset.invalid')}</p>
      <p className="text-quiet">{text('reset.redirect')}</p>
      <ButtonLink to={paths.forgotPassword} className="mt-2 self-start">
        {text('reset.request')}
      </ButtonLink>
    </AccountFrame>
  )
}

function PasswordIsSet() {
  const text = useTexts('sign-in')
  const navigate = useNavigate()
  useLater(() => navigate(paths.auth, { replace: true }), 3000)
  return (
    <AccountFrame title={text('reset.doneTitle')} takesFocus>
      <p>{text('reset.done')}</p>
      <ButtonLink to={paths.auth} className="mt-2 self-start">
        {text('reset.signIn')}
      </ButtonLink>
    </AccountFrame>
  )
}

/** Calls act once after a delay, unless the component is unmounted before. */
function useLater(act: () => void, milliseconds: number): void {
  const due = useEffectEvent(act)
  useEffect(() => {
    const timer = setTimeout(() => due(), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
}
