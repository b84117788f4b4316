import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { messageOf, titleAbove } from '@/lib/api-error'
import type { SessionUser } from '@/lib/api-types'
import { useHydrated } from '@/lib/hydrated'
import { useDates } from '@/lib/language'
import { useLinkToken } from '@/lib/link-token'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { PlanText, useTexts, useWords } from '@/lib/texts'
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

/**
 * The page of a company's invitation. The invited person signs in or registers, and gets the membership that the
 * company paid for.
 */
export function SeatPage() {
  const token = useLinkToken(paths.seat)
  const hydrated = useHydrated()
  const { status, user } = useSession()
  const text = useTexts('seat')
  const { data, error } = useQuery({
    ...seatInvitationQuery(token),
    enabled: hydrated && token !== '',
  })

  if (error) return <Closed message={messageOf(error, text.plain('openAgain'))} />
  if (hydrated && !token) return <Closed message={text('closed.noLink')} />
  if (!data || status === 'loading')
    return (
      <AccountFrame title={text('title')}>
        <Spinner label={text('opening')} />
      </AccountFrame>
    )
  if (data.state !== 'open') return <Closed message={data.message} />
  return user ? <Accept token={token} seat={data} user={user} /> : <SignIn seat={data} />
}

function Closed({ message }: { message: ReactNode }) {
  const text = useTexts('seat')
  return (
    <AccountFrame title={text('closed.title')} takesFocus>
      <p>{message}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <ButtonLink to={paths.account}>{text('closed.account')}</ButtonLink>
        <ButtonLink tone="outline" to={paths.contact}>
          {text('closed.contact')}
        </ButtonLink>
      </div>
    </AccountFrame>
  )
}

/** Says who bought the membership, and for how long it lasts. */
function Gift({ seat: { company, tierName, translatedTierName, duration, restEndsAt } }: { seat: SeatInvitation }) {
  const text = useTexts('seat')
  const { date } = useDates()
  const term = duration ? text.plain(`terms.${duration}`) : ''
  return text('gift', {
    company: company || text.plain('someCompany'),
    plan: <PlanText translation={translatedTierName}>{tierName}</PlanText>,
    term: restEndsAt ? text.plain('until', { date: date(restEndsAt) }) : term,
  })
}

type AcceptProps = { token: string; seat: SeatInvitation; user: SessionUser }

function Accept({ token, seat, user }: AcceptProps) {
  const text = useTexts('seat')
  const word = useWords()
  const navigate = useNavigate()
  const toast = useToast()
  const logout = useLogout()
  const { mutate, isPending, error } = useAcceptSeat()
  const accept = () =>
    mutate(token, {
      onSuccess: () => {
        toast({
          title: text.plain('accept.done'),
          description: text.plain('accept.doneText'),
        })
        navigate(paths.account, { replace: true })
      },
    })
  return (
    <AccountFrame title={text('title')} lede={<Gift seat={seat} />} takesFocus>
      <p className="wrap-anywhere">
        {text('accept.account', { email: <strong className="font-semibold">{user.email}</strong> })}
      </p>
      {seat.email !== user.email && (
        <p className="wrap-anywhere text-quiet">
          {text('accept.otherAddress', {
            email: seat.email,
            company: seat.company || text.plain('accept.buyer'),
          })}
        </p>
      )}
      <div role="alert" className="empty:hidden">
        {error && (
          <Notice tone="danger" title={titleAbove(error.message, text('accept.failed'))}>
            <p>{messageOf(error, word.plain('again'))}</p>
          </Notice>
        )}
      </div>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button busy={isPending} onClick={accept}>
          {text('accept.accept')}
        </Button>
        <Button tone="outline" onClick={logout}>
          {text('accept.other')}
        </Button>
      </div>
    </AccountFrame>
  )
}

function SignIn({ seat }: { seat: SeatInvitation }) {
  const text = useTexts('seat')
  const { date } = useDates()
  return (
    <AccountFrame title={text('title')} lede={<Gift seat={seat} />}>
      <p>{text(seat.hasAccount ? 'signIn' : 'register', { date: date(seat.expiresAt) })}</p>
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
