import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { messageOf } from '@/lib/api-error'
import { date } from '@/lib/formats'
import { useHydrated } from '@/lib/hydrated'
import { useLinkToken } from '@/lib/link-token'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
import { useTexts } from '@/lib/texts'
import { ButtonLink } from '@/ui/button'
import { SecretField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { Notice } from '@/ui/notice'
import { useToast } from '@/ui/toast-queue'
import { AccountFrame } from './account-frame'
import type { Passkey } from './api'
import { resetDetailsQuery, useResetPassword } from './api'
import { confirmation, mismatched, newPassword, passwordHint } from './new-password'

export function ResetPasswordPage() {
  const token = useLinkToken(paths.resetPassword)
  const [isDone, setDone] = useState(false)
  const hydrated = useHydrated()
  const text = useTexts('sign-in')

  if (isDone) return <PasswordIsSet />
  if (hydrated && !token) return <InvalidLink />
  return (
    <AccountFrame title={text('reset.title')} lede={text('reset.text')}>
      <ResetPasswordForm token={token} onDone={() => setDone(true)} />
    </AccountFrame>
  )
}

function ResetPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const toast = useToast()
  const { mutateAsync } = useResetPassword()
  // If this fails the form still works, because the server checks the link again.
  const { data: details } = useQuery({ ...resetDetailsQuery(token), enabled: token !== '' })
  const [removed, setRemoved] = useState<readonly string[]>([])
  const form = useRuleForm('reset-password', [newPassword, confirmation], { across: mismatched })
  const submit = form.submit({
    send: async (values) => {
      await mutateAsync({ token, newPassword: values.newPassword, removePasskeys: [...removed] })
      toast({ title: 'Your password has been reset successfully' })
      onDone()
    },
    failed: (error) => {
      const message = messageOf(error, 'Failed to reset password')
      toast({ title: 'Error', description: message, destructive: true })
      return message
    },
  })

  return (
    <Form form={form} onSubmit={submit} refusalTitle="The password was not set" isToasted>
      {details && !details.isVerified && (
        <Notice title="This also confirms your email address">
          <p>
            The email address of this account was never confirmed. We therefore remove its passkeys and two-step
            sign-in, because someone else may have added them.
          </p>
        </Notice>
      )}
      <SecretField
        form={form}
        name="newPassword"
        label="New password"
        hint={passwordHint}
        holds="password"
        autoComplete="new-password"
      />
      <SecretField form={form} name="confirmation" holds="confirmation" autoComplete="new-password" />
      {details && details.passkeys.length > 0 && (
        <PasskeysToRemove passkeys={details.passkeys} removed={removed} onChange={setRemoved} />
      )}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <SubmitButton form={form} busyLabel="Saving…" className="max-xs:w-full">
          Set new password
        </SubmitButton>
        <Link to={paths.forgotPassword} className="text-link flex min-h-11 items-center">
          Request a new link
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
  return (
    <fieldset className="mt-2">
      <legend className="font-semibold">Remove passkeys</legend>
      <p className="mb-2 text-quiet">
        Select the passkeys that you do not recognise or no longer have. The other passkeys keep working.
      </p>
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
            <span className="font-medium">{name}</span>
            <span className="block text-quiet text-sm">
              Added on {date(createdAt)}
              {lastUsedAt ? `, last used on ${date(lastUsedAt)}` : ', not used yet'}
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
  useEffect(() => {
    toast({
      title: 'Invalid Link',
      description: 'No reset token found. Please request a new password reset link.',
      destructive: true,
    })
  }, [toast])
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
