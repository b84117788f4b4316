import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import type { Config } from '@/lib/api-types'
import { useConfig } from '@/lib/config'
import { emptyValues } from '@/lib/form-schema'
import { verifyLinkForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { useDates } from '@/lib/language'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { EditedElsewhere, SessionText, useEnglishProps, useIsEditing, useTexts } from '@/lib/texts'
import { ButtonLink } from '@/ui/button'
import { DotRing } from '@/ui/dot-ring'
import { Portrait } from '@/ui/portrait'
import { ProfileLink } from '@/ui/profile-link'
import { isRefusal, type LinkReturn, linkReturnQuery, type Welcome, welcomeQuery } from './api'
import { leftForCommonPage } from './common-payment-page'

/** The texts of the page by the state of the payment. */
const groups = {
  paid: 'paid',
  asking: 'asking',
  'under-way': 'underWay',
  returned: 'returned',
  'by-hand': 'byHand',
  refused: 'refused',
  none: 'general',
} as const satisfies Readonly<Record<Standing, string>>

/** Thanks a buyer for their payment. Without a payment, it thanks in general words. */
export function ThankYouPage() {
  const text = useTexts('thank-you')
  const config = useConfig()
  // Set when the buyer comes from our own checkout, which got this state from the server.
  const from = useLocation().state as { active?: boolean; sentence?: string; isFree?: boolean } | null
  const isActive = from?.active
  const returned = useLinkReturn()
  const fromCommonPage = leftForCommonPage.isSet() ? 'by-hand' : 'none'
  const isEditing = useIsEditing()
  const standing = isActive || isEditing ? 'paid' : returned === 'none' ? fromCommonPage : returned
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
  const group = groups[standing]
  // A purchase that was free with a code has no payment and no receipt.
  const story = from?.isFree ? 'free' : group
  return (
    <div className="page grid gap-x-16 gap-y-12 py-14 lg:grid-cols-[minmax(0,1fr)_20rem] lg:py-24">
      <div className="max-w-text">
        <div aria-live="polite">
          <p className="chapter">{text(`${story}.chapter`)}</p>
          <h1 className="display-1 mt-4">{text(`${group}.title`)}</h1>
          <p className="lede mt-6">
            {text(isActive && from.sentence && !from.isFree ? 'paid.received' : `${story}.text`)}
            {from?.sentence && (isActive || from.isFree) && (
              <EditedElsewhere from="account">{` ${from.sentence}`}</EditedElsewhere>
            )}
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
          {isMember && <ButtonLink to={paths.circle}>{text('circle')}</ButtonLink>}
          <ButtonLink tone={isMember ? 'outline' : 'primary'} to={paths.accountBilling}>
            {text('membership')}
          </ButtonLink>
          <ButtonLink tone="outline" to={paths.home}>
            {text('home')}
          </ButtonLink>
        </div>
        {config && (
          <p className="mt-8 text-quiet">
            {text('wrong', {
              email: (
                <a href={`mailto:${config.contactEmail}`} className="text-link">
                  {config.contactEmail}
                </a>
              ),
            })}
          </p>
        )}
      </div>
      <DotRing dots={48} className="hidden w-full self-start text-primary lg:block" />
    </div>
  )
}

/** The next session of a member, with the host and members who are going. */
function NextSession({ nextSession: session, attendees }: Welcome) {
  const text = useTexts('thank-you')
  const english = useEnglishProps()
  if (!session) return null
  return (
    <SessionSection to={href(paths.circleSession, { id: session.id })} session={session}>
      <p className="mt-1 text-quiet">{text('session.host', { host: <SessionText>{session.host}</SessionText> })}</p>
      {attendees.length > 0 && (
        <>
          <h3 className="mt-6 font-sans font-semibold text-base">{text('session.meet')}</h3>
          <ul className="mt-4 grid gap-6 sm:grid-cols-3">
            {attendees.map(({ id, name, portrait, designation, company }) => (
              <li key={id} className="min-w-0" {...english}>
                <Portrait src={portrait} name={name} className="size-16" />
                <p className="mt-3 font-semibold">
                  <ProfileLink person={id}>
                    <EditedElsewhere from="account">{name}</EditedElsewhere>
                  </ProfileLink>
                </p>
                <p className="text-quiet text-sm">
                  <EditedElsewhere from="account">{[designation, company].filter(Boolean).join(', ')}</EditedElsewhere>
                </p>
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
  const text = useTexts('thank-you')
  return (
    <section className="mt-12 border-base-content border-t-2 pt-5">
      <h2 className="chapter font-sans">{text(children ? 'session.title' : 'session.open')}</h2>
      <p className="display-3 mt-3 font-serif">
        <Link to={to} className="hover:text-accent">
          <SessionText>{session.title}</SessionText>
        </Link>
      </p>
      <p className="mt-2 tabular-nums">{text('session.time', { time: useDates().dateAndTime(session.startsAt) })}</p>
      {children}
    </section>
  )
}

function Steps({ hasReceipt }: { hasReceipt: boolean }) {
  const text = useTexts('thank-you')
  const steps = text.list('steps').map(({ id, text, props }) => ({ id, step: text('text'), props }))
  const all = hasReceipt ? [{ id: 'receipt', step: text('receipt'), props: {} }, ...steps] : steps
  return (
    <>
      <h2 className="display-3 mt-12">{text('stepsTitle')}</h2>
      <ol className="mt-4 border-base-300 border-b" {...text.listProps('steps')}>
        {all.map(({ id, step, props }, index) => (
          <li key={id} {...props} className="flex items-baseline gap-5 border-base-300 border-t py-4">
            <Count index={index} />
            {step}
          </li>
        ))}
      </ol>
    </>
  )
}

function Count({ index }: { index: number }) {
  return (
    <span className="w-5 shrink-0 font-serif text-accent text-xl tabular-nums">
      <EditedElsewhere from="order">{index + 1}</EditedElsewhere>
    </span>
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
