import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useHref, useNavigate } from 'react-router'
import { messageOf } from '@/lib/api-error'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { useTexts } from '@/lib/texts'
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

/**
 * The page of an invitation link. The invited person signs in or registers with the invited email, and continues to the
 * plans.
 */
export function InvitedPage({ token }: { token: string }) {
  const { status } = useSession()
  const text = useTexts('sign-in')
  const address = useHref(paths.auth)
  const { data, error } = useQuery(invitationQuery(token))

  useEffect(() => {
    // The token must not stay in the address, the history or a screenshot. The router still has it.
    window.history.replaceState(window.history.state, '', address)
  }, [address])

  if (error)
    return <Closed title={text('invited.unknownTitle')} message={messageOf(error, text.plain('invited.openAgain'))} />
  if (!data || status === 'loading')
    return (
      <AccountFrame title={text('invited.title')}>
        <Spinner label={text('invited.opening')} />
      </AccountFrame>
    )
  if (data.status !== 'open') return <Closed title={text(`invited.${data.status}Title`)} message={data.message} />
  return <Open token={token} invitation={data} />
}

function Closed({ title, message }: { title: ReactNode; message: string }) {
  const text = useTexts('sign-in')
  const { user } = useSession()
  const login = href(paths.auth, { redirect: paths.membershipPlans })
  return (
    <AccountFrame title={title} takesFocus>
      <p>{message}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <ButtonLink to={user ? paths.membershipPlans : login}>
          {text(user ? 'invited.plans' : 'invited.toSignIn')}
        </ButtonLink>
        <ButtonLink tone="outline" to={paths.contact}>
          {text('invited.contact')}
        </ButtonLink>
      </div>
    </AccountFrame>
  )
}

function Open({ token, invitation }: { token: string; invitation: OpenInvitation }) {
  const text = useTexts('sign-in')
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
      title: text.plain('invited.welcome'),
      description: text.plain('invited.welcomeText'),
    })
    navigate(paths.membershipPlans, { replace: true })
  })

  useEffect(() => {
    if (!isTheirs) return
    if (isRegistered.current) welcome()
    else if (isIdle) accept(token, { onSuccess: () => welcome() })
  }, [isTheirs, isIdle, token, accept])

  if (error)
    return <Closed title={text('invited.title')} message={messageOf(error, text.plain('invited.notAccepted'))} />
  if (isTheirs)
    return (
      <AccountFrame title={text('invited.title')}>
        <Spinner label={text('invited.accepting')} />
      </AccountFrame>
    )
  if (user)
    return (
      <AccountFrame title={text('invited.otherTitle')} takesFocus>
        <p className="wrap-anywhere">
          {text('invited.other', {
            invited: <Address>{invitation.email}</Address>,
            email: <Address>{user.email}</Address>,
          })}
        </p>
        <Button className="mt-2 self-start" onClick={logout}>
          {text('invited.signOut')}
        </Button>
      </AccountFrame>
    )
  return (
    <AccountFrame
      title={text('invited.openTitle')}
      lede={text(invitation.hasAccount ? 'invited.signIn' : 'invited.register')}
    >
      <Notice tone="success" title={text('invited.approved')}>
        <p className="wrap-anywhere">{text('invited.only', { email: <Address>{invitation.email}</Address> })}</p>
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
