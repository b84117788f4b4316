import { useState } from 'react'
import { ApiError, messageOf, titleAbove } from '@/lib/api-error'
import { useFieldTexts } from '@/lib/field-texts'
import { useHydrated } from '@/lib/hydrated'
import { useLinkToken } from '@/lib/link-token'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
import { useSession } from '@/lib/session'
import { useTexts, useWords } from '@/lib/texts'
import { Button, ButtonLink } from '@/ui/button'
import { Form, SubmitButton } from '@/ui/form'
import { Notice } from '@/ui/notice'
import { AccountFrame } from './account-frame'
import type { ConfirmedEmail } from './api'
import { LoginForm } from './login-form'
import { useLogout } from './logout'
import { confirmation, mismatched, newPassword } from './new-password'
import { NewPasswordFields } from './new-password-fields'
import { useConfirmEmail } from './own/api'

/** The server has not confirmed the address, because the reader is not signed in to its account. */
type Refusal = {
  /** The signed-in user, or '' for none. After a sign-in the refusal no longer applies. */
  userId: string
  offersNewPassword: boolean
}

/** The page of a link that confirms an address. Opening it changes nothing, because mail scanners follow links too. */
export function ConfirmEmailPage() {
  const token = useLinkToken(paths.confirmEmail)
  const hydrated = useHydrated()
  const { user } = useSession()
  const userId = user?.id ?? ''
  const text = useTexts('sign-in')
  const word = useWords()
  const { mutate, isPending, error, reset } = useConfirmEmail()
  const [confirmed, setConfirmed] = useState<ConfirmedEmail>()
  const [refusal, setRefusal] = useState<Refusal>()

  function confirm() {
    mutate(
      { token },
      {
        onSuccess: setConfirmed,
        onError: (problem) => {
          const fields = problem instanceof ApiError ? problem.fields : {}
          if (!('signIn' in fields) && !('newPassword' in fields)) return
          setRefusal({ userId, offersNewPassword: 'newPassword' in fields })
          reset()
        },
      },
    )
  }

  if (confirmed) return <Confirmed confirmed={confirmed} />
  if (hydrated && !token)
    return (
      <AccountFrame title={text('confirm.title')} takesFocus>
        <p>{text('confirm.noLink')}</p>
        <ButtonLink to={paths.accountSecurity} className="mt-2 self-start">
          {text('confirm.account')}
        </ButtonLink>
      </AccountFrame>
    )
  if (refusal?.userId === userId)
    return <SignInToConfirm token={token} offersNewPassword={refusal.offersNewPassword} onConfirmed={setConfirmed} />
  return (
    <AccountFrame title={text('confirm.title')} lede={text(refusal ? 'confirm.signedIn' : 'confirm.text')}>
      <div role="alert" className="empty:hidden">
        {error && (
          <Notice tone="danger" title={titleAbove(error.message, text('confirm.failed'))}>
            <p>{messageOf(error, word.plain('again'))}</p>
          </Notice>
        )}
      </div>
      <Button className="mt-2 self-start" busy={isPending} onClick={confirm}>
        {text('confirm.confirm')}
      </Button>
    </AccountFrame>
  )
}

type SignInToConfirmProps = {
  token: string
  offersNewPassword: boolean
  onConfirmed: (confirmed: ConfirmedEmail) => void
}

/** Asks a reader to sign in to the account of the address, or to set a new password for it. */
function SignInToConfirm({ token, offersNewPassword, onConfirmed }: SignInToConfirmProps) {
  const { user } = useSession()
  const text = useTexts('sign-in')
  const logout = useLogout()
  return (
    <AccountFrame
      title={text('confirm.signInTitle')}
      lede={text(offersNewPassword ? 'confirm.signInOrReset' : 'confirm.signIn')}
      takesFocus
    >
      {user ? (
        <Notice tone="warning" title={text('confirm.otherTitle')}>
          <p>{text('confirm.other', { email: <span className="wrap-anywhere">{user.email}</span> })}</p>
          <Button tone="outline" className="mt-3" onClick={() => logout()}>
            {text('confirm.signOut')}
          </Button>
        </Notice>
      ) : (
        <LoginForm />
      )}
      {offersNewPassword && (
        <section className="mt-8 flex flex-col gap-5 border-base-300 border-t pt-8">
          <h2 className="display-3">{text('confirm.passwordTitle')}</h2>
          <p>{text('confirm.password')}</p>
          <NewPasswordForm token={token} onConfirmed={onConfirmed} />
        </section>
      )}
    </AccountFrame>
  )
}

function NewPasswordForm({ token, onConfirmed }: Pick<SignInToConfirmProps, 'token' | 'onConfirmed'>) {
  const { mutateAsync } = useConfirmEmail()
  const text = useTexts('sign-in')
  const form = useRuleForm('confirm-password', [newPassword, confirmation], {
    across: (values) => mismatched(values, text.plain('newPassword.fields.confirmation.required')),
    texts: useFieldTexts(text.group('newPassword.fields')),
  })
  const submit = form.submit({
    send: async (values) => onConfirmed(await mutateAsync({ token, newPassword: values.newPassword })),
    failed: (error) => messageOf(error, text.plain('newPassword.failedText')),
  })
  return (
    <Form form={form} onSubmit={submit} refusalTitle={text('newPassword.failed')}>
      <NewPasswordFields form={form} />
      <SubmitButton form={form} busyLabel={text('newPassword.submitting')} className="self-start max-xs:w-full">
        {text('confirm.setPassword')}
      </SubmitButton>
    </Form>
  )
}

function Confirmed({ confirmed: { email, isChanged } }: { confirmed: ConfirmedEmail }) {
  const { user } = useSession()
  const text = useTexts('sign-in')
  const address = <strong className="wrap-anywhere font-semibold">{email}</strong>
  return (
    <AccountFrame title={text(isChanged ? 'confirm.changedTitle' : 'confirm.confirmedTitle')} takesFocus>
      <p>{text(isChanged ? 'confirm.changed' : 'confirm.confirmed', { email: address })}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        {user ? (
          <ButtonLink to={paths.account}>{text('confirm.account')}</ButtonLink>
        ) : (
          <ButtonLink to={paths.auth}>{text('confirm.toSignIn')}</ButtonLink>
        )}
      </div>
    </AccountFrame>
  )
}
