import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useHydrated } from '@/lib/hydrated'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { useToast } from '@/ui/toast-queue'
import { AccountPage } from './account-page'
import { ResetPasswordForm } from './reset-password-form'
import { useLater } from './use-later'

export function Component() {
  const [search] = useSearchParams()
  const [token] = useState(() => search.get('token') ?? '')
  const [isDone, setDone] = useState(false)
  const hydrated = useHydrated()

  useEffect(() => {
    // The token opens the account: it must not stay in the address, the history or a screenshot.
    if (token) window.history.replaceState(window.history.state, '', paths.resetPassword)
  }, [token])

  if (isDone) return <PasswordIsSet />
  if (hydrated && !token) return <InvalidLink />
  return (
    <AccountPage
      title="Set a new password"
      lede="Choose a password. A password or PIN that you had before ends with it, and so does every session of your account."
    >
      <ResetPasswordForm token={token} onDone={() => setDone(true)} />
    </AccountPage>
  )
}

function InvalidLink() {
  const toast = useToast()
  const navigate = useNavigate()
  useEffect(() => {
    toast({
      title: 'Invalid Link',
      description: 'No reset token found. Please request a new password reset link.',
      destructive: true,
    })
  }, [toast])
  // In this page's place: the way back must not lead into it again.
  useLater(() => navigate(paths.forgotPassword, { replace: true }), 2000)
  return (
    <AccountPage title="Invalid Link" takesFocus>
      <p>No reset token found. Please request a new password reset link.</p>
      <p className="text-quiet">We are taking you there now.</p>
      <ButtonLink to={paths.forgotPassword} className="mt-2 self-start">
        Request a new link
      </ButtonLink>
    </AccountPage>
  )
}

function PasswordIsSet() {
  const navigate = useNavigate()
  useLater(() => navigate(paths.auth, { replace: true }), 3000)
  return (
    <AccountPage title="Your password has been reset successfully" takesFocus>
      <p>You can now log in with your new password. We are taking you there in a moment.</p>
      <ButtonLink to={paths.auth} className="mt-2 self-start">
        Go to login
      </ButtonLink>
    </AccountPage>
  )
}
