import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '@/lib/api-error'
import type { SessionUser } from '@/lib/api-types'
import { date } from '@/lib/formats'
import { useHydrated } from '@/lib/hydrated'
import { useLinkToken } from '@/lib/link-token'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { Button, ButtonLink } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'
import { useToast } from '@/ui/toast-queue'
import { AccountFrame } from './account-frame'
import type { SeatInvitation } from './api'
import { seatInvitationQuery, useAcceptSeat } from './api'
import { LoginForm } from './login-form'
import { useLogout } from './logout'
import { RegisterForm } from './register-form'

const terms: Readonly<Record<SeatInvitation['duration'], string>> = {
  '': '',
  lifetime: 'for life',
  annual: 'for one year',
  monthly: 'for one month',
}

/**
 * The page of a company's invitation. The invited person signs in or registers, and gets the membership that the
 * company paid for.
 */
export function SeatPage() {
  const token = useLinkToken(paths.seat)
  const hydrated = useHydrated()
  const { status, user } = useSession()
  const { data, error } = useQuery({
    ...seatInvitationQuery(token),
    enabled: hydrated && token !== '',
  })

  if (error) return <Closed message={messageOf(error, 'Please open the link in your email again.')} />
  if (hydrated && !token) return <Closed message="Please open this page with the link in our email." />
  if (!data || status === 'loading')
    return (
      <AccountFrame title="A membership for you">
        <Spinner label="Opening your invitation…" />
      </AccountFrame>
    )
  if (data.state !== 'open') return <Closed message={data.message} />
  return user ? <Accept token={token} seat={data} user={user} /> : <SignIn seat={data} />
}

function Closed({ message }: { message: string }) {
  return (
    <AccountFrame title="Your invitation" takesFocus>
      <p>{message}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <ButtonLink to={paths.account}>Your account</ButtonLink>
        <ButtonLink tone="outline" to={paths.contact}>
          Contact us
        </ButtonLink>
      </div>
    </AccountFrame>
  )
}

function gift({ company, tierName, duration, restEndsAt }: SeatInvitation): ReactNode {
  return (
    <>
      {company || 'A company'} bought {tierName} for you {restEndsAt ? `until ${date(restEndsAt)}` : terms[duration]}.
      It costs you nothing, and nothing is charged when it ends.
    </>
  )
}

type AcceptProps = { token: string; seat: SeatInvitation; user: SessionUser }

function Accept({ token, seat, user }: AcceptProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const logout = useLogout()
  const { mutate, isPending, error } = useAcceptSeat()
  const accept = () =>
    mutate(token, {
      onSuccess: () => {
        toast({
          title: 'Membership Accepted',
          description: 'You will find it in your account.',
        })
        navigate(paths.account, { replace: true })
      },
    })
  return (
    <AccountFrame title="A membership for you" lede={gift(seat)} takesFocus>
      <p className="wrap-anywhere">
        You are signed in as <strong className="font-semibold">{user.email}</strong>, and this account will hold the
        membership. If you are already a member, it starts when your current membership ends, and your mandate ends now.
      </p>
      {seat.email !== user.email && (
        <p className="wrap-anywhere text-quiet">
          The invitation was sent to {seat.email}. You can accept it with this account if you are the person who was
          invited. {seat.company || 'The company that bought it'} can see which account has it, and can take it back.
        </p>
      )}
      <div role="alert" className="empty:hidden">
        {error && (
          <Notice tone="danger" title="The membership was not accepted">
            <p>{messageOf(error, 'Please try again.')}</p>
          </Notice>
        )}
      </div>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button busy={isPending} onClick={accept}>
          Accept the membership
        </Button>
        <Button tone="outline" onClick={logout}>
          Use another account
        </Button>
      </div>
    </AccountFrame>
  )
}

function SignIn({ seat }: { seat: SeatInvitation }) {
  return (
    <AccountFrame title="A membership for you" lede={gift(seat)}>
      <p>
        {seat.hasAccount ? 'Please sign in to accept it.' : 'Please create an account to accept it.'} The invitation is
        open until {date(seat.expiresAt)}.
      </p>
      {seat.hasAccount ? (
        <LoginForm email={seat.email} />
      ) : (
        <RegisterForm
          invited={{
            name: seat.name,
            email: seat.email,
            phone: '',
            location: '',
          }}
        />
      )}
    </AccountFrame>
  )
}
