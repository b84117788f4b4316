import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '@/lib/api-error'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { Button, ButtonLink } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'
import { useToast } from '@/ui/toast-queue'
import { AccountFrame } from './account-frame'
import type { OpenInvitation } from './api'
import { invitationQuery, useAcceptInvitation } from './api'
import { LoginForm } from './login-form'
import { useLogout } from './logout'
import { RegisterForm } from './register-form'

const titles: Readonly<Record<Exclude<OpenInvitation['status'], 'open'>, string>> = {
  used: 'This invitation has been accepted',
  void: 'There is a newer invitation',
  expired: 'This invitation has expired',
}

/**
 * The page of an invitation link. The invited person signs in or registers with the invited email, and continues to the
 * plans.
 */
export function InvitedPage({ token }: { token: string }) {
  const { status } = useSession()
  const { data, error } = useQuery(invitationQuery(token))

  useEffect(() => {
    // The token must not stay in the address, the history or a screenshot. The router still has it.
    window.history.replaceState(window.history.state, '', paths.auth)
  }, [])

  if (error)
    return (
      <Closed
        title="We do not recognise this invitation"
        message={messageOf(error, 'Please open the link in your email again.')}
      />
    )
  if (!data || status === 'loading')
    return (
      <AccountFrame title="Your invitation">
        <Spinner label="Opening your invitation…" />
      </AccountFrame>
    )
  if (data.status !== 'open') return <Closed title={titles[data.status]} message={data.message} />
  return <Open token={token} invitation={data} />
}

function Closed({ title, message }: { title: string; message: string }) {
  const { user } = useSession()
  const login = href(paths.auth, { redirect: paths.membershipPlans })
  return (
    <AccountFrame title={title} takesFocus>
      <p>{message}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <ButtonLink to={user ? paths.membershipPlans : login}>{user ? 'See the plans' : 'Go to sign-in'}</ButtonLink>
        <ButtonLink tone="outline" to={paths.contact}>
          Contact us
        </ButtonLink>
      </div>
    </AccountFrame>
  )
}

function Open({ token, invitation }: { token: string; invitation: OpenInvitation }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const toast = useToast()
  const logout = useLogout()
  const { mutate: accept, isIdle, error } = useAcceptInvitation()
  // Registering accepts the invitation. An existing session has to accept it explicitly.
  const isRegistered = useRef(false)
  const isTheirs = user?.email === invitation.email

  const welcome = useEffectEvent(() => {
    toast({
      title: 'Welcome to the circle',
      description: 'You have accepted your invitation. Please choose your plan.',
    })
    navigate(paths.membershipPlans, { replace: true })
  })

  useEffect(() => {
    if (!isTheirs) return
    if (isRegistered.current) welcome()
    else if (isIdle) accept(token, { onSuccess: () => welcome() })
  }, [isTheirs, isIdle, token, accept])

  if (error)
    return (
      <Closed
        title="Your invitation"
        message={messageOf(error, 'Your invitation could not be accepted. Please open its link again.')}
      />
    )
  if (isTheirs)
    return (
      <AccountFrame title="Your invitation">
        <Spinner label="Accepting your invitation…" />
      </AccountFrame>
    )
  if (user)
    return (
      <AccountFrame title="You are signed in with another account" takesFocus>
        <p className="wrap-anywhere">
          This invitation was sent to <Address>{invitation.email}</Address>, and you are signed in as{' '}
          <Address>{user.email}</Address>.
        </p>
        <Button className="mt-2 self-start" onClick={logout}>
          Sign out and continue
        </Button>
      </AccountFrame>
    )
  return (
    <AccountFrame
      title="You are invited"
      lede={
        invitation.hasAccount
          ? 'Sign in to accept your invitation and choose your plan.'
          : 'Create an account to accept your invitation and choose your plan.'
      }
    >
      <Notice tone="success" title="Your nomination has been approved">
        <p className="wrap-anywhere">
          Only <Address>{invitation.email}</Address> can use this invitation.
        </p>
      </Notice>
      {invitation.hasAccount ? (
        <LoginForm email={invitation.email} />
      ) : (
        <RegisterForm
          invited={{ ...invitation, token }}
          onRegistered={() => {
            isRegistered.current = true
          }}
        />
      )}
    </AccountFrame>
  )
}

function Address({ children }: { children: ReactNode }) {
  return <strong className="font-semibold">{children}</strong>
}
