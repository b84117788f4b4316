import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import type { Config } from '@/lib/api-types'
import { useConfig } from '@/lib/config'
import { emptyValues } from '@/lib/form-schema'
import { dateAndTime } from '@/lib/formats'
import { verifyLinkForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { ButtonLink } from '@/ui/button'
import { DotRing } from '@/ui/dot-ring'
import { Portrait } from '@/ui/portrait'
import { isRefusal, type LinkReturn, linkReturnQuery, type Welcome, welcomeQuery } from './api'
import { leftForCommonPage } from './common-payment-page'

const receiptStep = 'We will email you the receipt as a PDF'
const steps = [
  'Personal outreach by the circle’s office within 48 hours',
  'An invitation to the next monthly session, 90 minutes online',
  'Curated reading for directors, by email',
]

/** The texts of the page by the state of the payment. */
const texts: Readonly<Record<Exclude<Standing, 'none'>, { chapter: string; title: string; text: string }>> = {
  paid: {
    chapter: 'Payment received',
    title: 'Thank you, and welcome to the circle',
    text: 'We have received your payment. You will find your membership in your account.',
  },
  asking: {
    chapter: 'One moment',
    title: 'Thank you. We are confirming your payment',
    text: 'This usually takes a few seconds. Please don’t pay again.',
  },
  'under-way': {
    chapter: 'Nearly there',
    title: 'Thank you. Your bank has not confirmed the payment yet',
    text: 'Some payments take longer. Please don’t pay again. We will keep checking and email you as soon as it is confirmed.',
  },
  returned: {
    chapter: 'Refunded',
    title: 'This payment was refunded',
    text: 'We received your payment and refunded it. You will find your current membership in your account.',
  },
  'by-hand': {
    chapter: 'Nearly there',
    title: 'Thank you. Our office will confirm your payment',
    text: 'If you have paid, your membership starts as soon as our office has confirmed the payment. We will email you then. Please don’t pay again.',
  },
  refused: {
    chapter: 'Not confirmed',
    title: 'We could not confirm this payment',
    text: 'The link to this page does not match a payment to us. If you were charged, we will find the payment and email you. Please don’t pay again.',
  },
}

/** The text for a purchase that was free with a code. It has no payment and no receipt. */
const free = { chapter: 'Nothing to pay', text: 'Your code covered the whole price, so there is no invoice.' }

/** Thanks a buyer for their payment. Without a payment, it redirects to the home page. */
export function ThankYouPage() {
  const config = useConfig()
  // Set when the buyer comes from our own checkout, which got this state from the server.
  const from = useLocation().state as { active?: boolean; sentence?: string; isFree?: boolean } | null
  const isActive = from?.active
  const returned = useLinkReturn()
  const fromCommonPage = leftForCommonPage.isSet() ? 'by-hand' : 'none'
  const standing = isActive ? 'paid' : returned === 'none' ? fromCommonPage : returned
  const { status } = useSession()
  // It fails for a buyer whose membership has not started, such as a company that has bought seats.
  const {
    data: welcome,
    isSuccess: isMember,
    isError: isNoMember,
  } = useQuery({
    ...welcomeQuery,
    enabled: standing === 'paid' && status === 'authenticated',
  })
  if (standing === 'none') return <Navigate to={paths.home} replace />
  const { title } = texts[standing]
  const { chapter, text } = from?.isFree ? free : texts[standing]
  return (
    <div className="page grid gap-x-16 gap-y-12 py-14 lg:grid-cols-[minmax(0,1fr)_20rem] lg:py-24">
      <div className="max-w-text">
        <div aria-live="polite">
          <p className="chapter">{chapter}</p>
          <h1 className="display-1 mt-4">{title}</h1>
          <p className="lede mt-6">
            {isActive && from.sentence && !from.isFree ? `We have received your payment. ${from.sentence}` : text}
            {from?.isFree && from.sentence && ` ${from.sentence}`}
          </p>
        </div>
        {standing === 'paid' &&
          (welcome ? (
            <NextSession {...welcome} />
          ) : (
            // Without a session we do not know who the buyer is, so the page shows only what every visitor may see.
            (isNoMember || status === 'anonymous') &&
            config?.nextSession && <OpenSession session={config.nextSession} />
          ))}
        {standing === 'paid' && <Steps hasReceipt={!from?.isFree} />}
        <div className="mt-8 flex flex-wrap gap-3">
          {isMember && <ButtonLink to={paths.circle}>Open the circle</ButtonLink>}
          <ButtonLink tone={isMember ? 'outline' : 'primary'} to={paths.accountBilling}>
            Your Membership
          </ButtonLink>
          <ButtonLink tone="outline" to={paths.home}>
            Back to Home
          </ButtonLink>
        </div>
        {config && (
          <p className="mt-8 text-quiet">
            Is something wrong? Write to{' '}
            <a href={`mailto:${config.contactEmail}`} className="text-link">
              {config.contactEmail}
            </a>{' '}
            within 7 working days, and we will look into it.
          </p>
        )}
      </div>
      <DotRing dots={48} className="hidden w-full self-start text-primary lg:block" />
    </div>
  )
}

/** The next session of a member, with the host and members who are going. */
function NextSession({ nextSession: session, attendees }: Welcome) {
  if (!session) return null
  return (
    <SessionSection to={href(paths.circleSession, { id: session.id })} session={session}>
      <p className="mt-1 text-quiet">Hosted by {session.host}. Say if you are coming, and we will keep your place.</p>
      {attendees.length > 0 && (
        <>
          <h3 className="mt-6 font-sans font-semibold text-base">You will meet</h3>
          <ul className="mt-4 grid gap-6 sm:grid-cols-3">
            {attendees.map(({ id, name, portrait, designation, company }) => (
              <li key={id} className="min-w-0">
                <Portrait src={portrait} name={name} className="size-16" />
                <p className="mt-3 font-semibold">
                  <Link to={href(paths.circlePerson, { person: id })} className="hover:text-accent">
                    {name}
                  </Link>
                </p>
                <p className="text-quiet text-sm">{[designation, company].filter(Boolean).join(', ')}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </SessionSection>
  )
}

/** The next session that is open to visitors. */
function OpenSession({ session }: { session: NonNullable<Config['nextSession']> }) {
  return <SessionSection to={href(paths.session, { id: session.id })} session={session} />
}

type SessionSectionProps = { to: string; session: { title: string; startsAt: string }; children?: ReactNode }

function SessionSection({ to, session, children }: SessionSectionProps) {
  return (
    <section className="mt-12 border-base-content border-t-2 pt-5">
      <h2 className="chapter">{children ? 'Your next session' : 'The next session'}</h2>
      <p className="display-3 mt-3">
        <Link to={to} className="hover:text-accent">
          {session.title}
        </Link>
      </p>
      <p className="mt-2 tabular-nums">{dateAndTime(session.startsAt)} IST</p>
      {children}
    </section>
  )
}

function Steps({ hasReceipt }: { hasReceipt: boolean }) {
  return (
    <>
      <h2 className="display-3 mt-12">What happens next</h2>
      <ol className="mt-4 border-base-300 border-b">
        {(hasReceipt ? [receiptStep, ...steps] : steps).map((step, index) => (
          <li key={step} className="flex items-baseline gap-5 border-base-300 border-t py-4">
            <span className="w-5 shrink-0 font-serif text-accent text-xl tabular-nums">{index + 1}</span>
            {step}
          </li>
        ))}
      </ol>
    </>
  )
}

/** The state of a payment on a page at the provider, as far as we know it. */
type LinkStanding = 'none' | 'asking' | 'paid' | 'returned' | 'under-way' | 'refused'

type Standing = LinkStanding | 'by-hand'

/**
 * Reads the parameters that the provider adds to the address when it redirects back from a payment link; undefined
 * without them.
 */
export function readLinkReturn(search: URLSearchParams): LinkReturn | undefined {
  const values = emptyValues(verifyLinkForm)
  for (const { name } of verifyLinkForm) values[name] = search.get(name) ?? ''
  return Object.values(values).includes('') ? undefined : values
}

/** Asks the server for the payment in the address, until it is settled or the attempts are used up. */
function useLinkReturn(): LinkStanding {
  const [search] = useSearchParams()
  const values = readLinkReturn(search)
  const { data, error } = useQuery(linkReturnQuery(values))
  if (!values) return 'none'
  if (error) return isRefusal(error) ? 'refused' : 'under-way'
  return data ?? 'asking'
}
