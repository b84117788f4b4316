import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { type Home, homeQuery, type News, type Suggestion, useRecordVisit } from '@/features/circle/api'
import { ChangeVouch } from '@/features/directory/vouches-section'
import { OpenAnswer } from '@/features/events/answer-panel'
import { sessionQuery } from '@/features/events/api'
import { SessionBadge } from '@/features/events/session-badge'
import { ownTime, viewerZone } from '@/features/events/when'
import { AnswerButtons } from '@/features/introductions/answer-buttons'
import { AskButton } from '@/features/introductions/ask-button'
import { CheckIn } from '@/features/mentors/check-in'
import { RequestButtons } from '@/features/mentors/mentees'
import { Deadline } from '@/features/polls/deadline'
import { counted, date, daysBetween } from '@/lib/formats'
import { href } from '@/lib/href'
import { sessionTime } from '@/lib/language'
import { useOpenModules } from '@/lib/modules'
import { directoryLabels, helpPhrase } from '@/lib/option-labels'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { useNow } from '@/lib/use-now'
import { ButtonLink } from '@/ui/button'
import { CircleError } from '@/ui/circle-error'
import { Notice } from '@/ui/notice'
import { Portrait } from '@/ui/portrait'
import { ProfileLink } from '@/ui/profile-link'
import { Spinner } from '@/ui/spinner'

/**
 * The members' home. First what matters today: who waits for an answer, the next session, the board term that ends next
 * and the open votes. Below it what is new, people to know, and a new member's first steps.
 */
export function CirclePage() {
  const { user } = useSession()
  return (
    <>
      <h1 className="display-2" tabIndex={-1}>
        Welcome, {user?.name}
      </h1>
      <Brief />
    </>
  )
}

function Brief() {
  const { data: home, error, isFetching, refetch } = useQuery(homeQuery)
  const { mutate: recordVisit } = useRecordVisit()
  const isOpen = useOpenModules()
  const isShown = Boolean(home)
  useEffect(() => {
    if (isShown) recordVisit()
  }, [isShown, recordVisit])
  if (!home && error)
    return <CircleError title="Your home page could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
  if (!home) return <Spinner label="Loading your home…" />
  const votes = home.consultations.filter(isOpenVote)
  const hasAside = home.nextTerm || votes.length > 0
  return (
    <>
      {home.graceUntil && <Grace until={home.graceUntil} />}
      <div className="mt-6 grid items-start gap-x-14 gap-y-9 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="flex min-w-0 flex-col gap-9">
          <Waiting home={home} />
          {isOpen('sessions') && <NextSession session={home.nextSession} attendees={home.attendees} />}
        </div>
        {hasAside && (
          <div className="flex min-w-0 flex-col gap-9">
            {home.nextTerm && <TermClock term={home.nextTerm} />}
            <OpenVotes votes={votes} />
          </div>
        )}
        <div className="flex min-w-0 flex-col gap-9 empty:hidden lg:mt-5">
          <FirstSteps steps={home.firstSteps} />
          <Suggestions people={home.suggestions} />
          <Consultations consultations={home.consultations.filter((one) => !votes.includes(one))} />
        </div>
        <div className={hasAside ? 'lg:col-start-2 lg:mt-5' : 'lg:col-start-2 lg:row-span-2 lg:row-start-1'}>
          <WhatIsNew news={home.news} since={home.newSince} />
        </div>
      </div>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-base-content border-t-2 pt-4">
      <h2 className="chapter font-sans">{title}</h2>
      {children}
    </section>
  )
}

function Grace({ until }: { until: string }) {
  return (
    <div className="mt-6">
      <Notice tone="warning" title="Your membership is in its grace period">
        <p>
          You keep your access to the circle until <span className="whitespace-nowrap tabular-nums">{date(until)}</span>
          .
        </p>
        <ButtonLink tone="outline" to={paths.accountBilling} className="mt-3">
          See how to continue
        </ButtonLink>
      </Notice>
    </div>
  )
}

/** What needs the member's answer, with the answers as buttons. */
function Waiting({ home: { introductions, mentees, checkIns, vouches } }: { home: Home }) {
  if (introductions.length + mentees.length + checkIns.length + vouches.length === 0) return null
  return (
    <Section title="Waiting for you">
      <ul>
        {introductions.map((introduction) => (
          <WaitingRow
            key={introduction.id}
            person={introduction.person}
            to={href(paths.circleIntroduction, { id: introduction.id })}
            title={
              introduction.isSuggested
                ? `The office suggests an introduction to ${introduction.person.name}`
                : `${introduction.person.name} asks for an introduction`
            }
            about={introduction.reason}
            buttons={<AnswerButtons introduction={introduction} isNamed />}
          />
        ))}
        {mentees.map((mentorship) => (
          <WaitingRow
            key={mentorship.id}
            person={mentorship.person}
            to={paths.circleMentors}
            title={`${mentorship.person.name} asks you to be their mentor`}
            about={mentorship.note}
            buttons={<RequestButtons mentorship={mentorship} />}
          />
        ))}
        {vouches.map((vouch) => (
          <WaitingRow
            key={vouch.id}
            person={vouch.person}
            to={paths.circleProfile}
            title={`${vouch.person.name} vouches for you`}
            about={vouch.text}
            buttons={
              <div className="flex flex-wrap gap-3">
                <ChangeVouch vouch={vouch} change="approve" label="Approve" done="The line is approved" />
                <ChangeVouch vouch={vouch} change="decline" label="Decline" done="The line is declined" />
              </div>
            }
          />
        ))}
        {checkIns.map((mentorship) => (
          <WaitingRow
            key={mentorship.id}
            person={mentorship.person}
            to={paths.circleMentors}
            title={`Your mentorship with ${mentorship.person.name}`}
            about="Only the office reads your answer."
            buttons={<CheckIn mentorship={mentorship} />}
          />
        ))}
      </ul>
    </Section>
  )
}

type WaitingRowProps = {
  person: { name: string; portrait: string }
  to: string
  title: string
  about: string
  buttons: ReactNode
}

function WaitingRow({ person, to, title, about, buttons }: WaitingRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-base-300 border-b py-3 last:border-b-0">
      <Portrait src={person.portrait} name={person.name} className="size-11 text-lg!" />
      <div className="min-w-0 flex-1 basis-52">
        <Link to={to} className="text-link font-semibold">
          {title}
        </Link>
        <p className="line-clamp-1 text-quiet text-sm">{about}</p>
      </div>
      <div className="max-sm:basis-full max-sm:pl-15">{buttons}</div>
    </li>
  )
}

type NextSessionProps = { session: Home['nextSession']; attendees: Home['attendees'] }

function NextSession({ session, attendees }: NextSessionProps) {
  if (!session)
    return (
      <Section title="Next session">
        <p className="mt-3 text-quiet">No session is planned. New sessions appear here.</p>
        <ButtonLink tone="outline" to={paths.circleSessions} className="mt-4">
          All sessions
        </ButtonLink>
      </Section>
    )
  const own = ownTime(session, viewerZone())
  return (
    <Section title="Next session">
      <div className="mt-2 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 className="display-3">
          <Link to={href(paths.circleSession, { id: session.id })} className="text-link">
            {session.title}
          </Link>
        </h3>
        <SessionBadge session={session} />
      </div>
      <p className="mt-2 tabular-nums">{sessionTime(session)}</p>
      {own && <p className="text-quiet tabular-nums">{own}</p>}
      <Coming session={session} attendees={attendees} />
      <SessionAnswer id={session.id} />
    </Section>
  )
}

/** Who is coming: a few members whom the member sees in the directory, and how many places are taken. */
function Coming({ session, attendees }: { session: NonNullable<Home['nextSession']>; attendees: Home['attendees'] }) {
  return (
    <p className="mt-1 text-quiet">
      Hosted by {session.host}.{' '}
      {attendees.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && (index === attendees.length - 1 ? ' and ' : ', ')}
          <ProfileLink person={id}>{name}</ProfileLink>
        </Fragment>
      ))}
      {attendees.length > 0 && (attendees.length === 1 ? ' is coming. ' : ' are coming. ')}
      {session.taken} of {session.capacity} places are taken.
    </p>
  )
}

/** The answer to the session, which needs more of the session than the home has. */
function SessionAnswer({ id }: { id: string }) {
  const { data: session } = useQuery(sessionQuery(id))
  const now = useNow()
  return (
    <div className="min-h-16">
      {session && now <= new Date(session.endsAt) && <OpenAnswer session={session} now={now} isShort />}
    </div>
  )
}

/** The board term that ends next. */
function TermClock({ term }: { term: NonNullable<Home['nextTerm']> }) {
  const left = daysBetween(useNow(), `${term.endsOn}T00:00+05:30`)
  return (
    <Section title="Your board term">
      <p className="mt-2 font-serif text-4xl tabular-nums">
        {left > 0 ? counted(left, 'day') : left === 0 ? 'Last day' : 'Over'}
        {left > 0 && <span className="font-sans text-base text-quiet"> left</span>}
      </p>
      <p className="mt-1">
        <Link to={paths.circleSeats} className="text-link">
          {term.company}
        </Link>
        , {left < 0 ? 'until' : 'ends on'} {date(term.endsOn)}
      </p>
    </Section>
  )
}

type Consultation = Home['consultations'][number]

const isOpenVote = ({ state, hasVoted, isElector }: Consultation) => state === 'voting' && isElector && !hasVoted

/** The votes that the member can cast now. */
function OpenVotes({ votes }: { votes: readonly Consultation[] }) {
  if (votes.length === 0) return null
  return (
    <Section title={votes.length === 1 ? 'Open vote' : 'Open votes'}>
      <ul>
        {votes.map(({ id, title, votingEndsAt }) => (
          <li key={id} className="border-base-300 border-b py-3 last:border-b-0">
            <p className="font-semibold">{title}</p>
            <p className="text-quiet text-sm">
              Until <Deadline at={votingEndsAt} />
            </p>
            <ButtonLink to={href(paths.circlePoll, { id })} className="mt-3">
              Vote<span className="sr-only"> on {title}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Consultations({ consultations }: { consultations: Home['consultations'] }) {
  if (consultations.length === 0) return null
  return (
    <Section title="What the circle is working on">
      <ul className="mt-1">
        {consultations.map(({ id, title, state, votingEndsAt, discussionEndsAt, hasVoted }) => (
          <li key={id} className="border-base-300 border-b py-4 last:border-b-0">
            <Link to={href(paths.circlePoll, { id })} className="text-link font-semibold">
              {title}
            </Link>
            <p className="mt-1 text-quiet">
              {state === 'discussing' ? (
                <>
                  Comment until <Deadline at={discussionEndsAt} />
                </>
              ) : (
                <>
                  {hasVoted ? 'You have voted. The vote ends on ' : 'Vote until '}
                  <Deadline at={votingEndsAt} />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Suggestions({ people }: { people: Suggestion[] }) {
  if (people.length === 0) return null
  return (
    <Section title="People you may want to know">
      <ul className="mt-5 grid gap-6 sm:grid-cols-3">
        {people.map((person) => (
          <li key={person.id} className="min-w-0">
            <Portrait src={person.portrait} name={person.name} className="size-16" />
            <p className="mt-3 font-semibold">
              <Link to={href(paths.circlePerson, { person: person.id })} className="text-link">
                {person.name}
              </Link>
            </p>
            <p className="text-quiet text-sm">{[person.designation, person.company].filter(Boolean).join(', ')}</p>
            <p className="mt-2 text-sm">{reason(person)}</p>
            <AskButton person={person} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function reason({ reason, common, city, canHelpWith }: Suggestion): string {
  switch (reason) {
    case 'sector': {
      const labels: Readonly<Record<string, string>> = directoryLabels.sectors
      return `Same sector: ${labels[common] ?? common}`
    }
    case 'city':
      return `Also lives in ${common}`
    case 'newcomer':
      return city ? `New in the directory, from ${city}` : 'New in the directory'
    case 'help':
      return helpPhrase(canHelpWith)
  }
}

const newsKinds = {
  session: { label: 'New session', path: paths.circleSession },
  materials: { label: 'Recording or notes added', path: paths.circleSession },
  discussion: { label: 'New consultation', path: paths.circlePoll },
  vote: { label: 'The vote is open', path: paths.circlePoll },
  result: { label: 'Result published', path: paths.circlePoll },
  withdrawal: { label: 'Consultation withdrawn', path: paths.circlePoll },
  'lost-votes': { label: 'Votes lost', path: paths.circlePoll },
  library: { label: 'New in the library', path: paths.circleLibraryItem },
  'board-seat': { label: 'New board seat', path: paths.circleSeat },
} satisfies Record<News['kind'], object>

function WhatIsNew({ news, since }: { news: News[]; since: string }) {
  return (
    <Section title={`New since ${date(since)}`}>
      {news.length === 0 ? (
        <p className="mt-3 text-quiet">Nothing new.</p>
      ) : (
        <ul className="mt-3 flex flex-col gap-4">
          {news.map(({ kind, id, title, at }) => (
            <li key={`${kind}${id}`}>
              <p className="text-quiet text-sm">
                <span className="whitespace-nowrap tabular-nums">{date(at)}</span>: {newsKinds[kind].label}
              </p>
              <Link to={href(newsKinds[kind].path, { id })} className="text-link">
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function FirstSteps({ steps: { hasProfile, hasAnswered, hasMentor } }: { steps: Home['firstSteps'] }) {
  const isOpen = useOpenModules()
  const steps = (
    [
      { module: 'directory', isDone: hasProfile, to: paths.circleProfile, words: 'Publish your profile' },
      { module: 'sessions', isDone: hasAnswered, to: paths.circleSessions, words: 'Choose your first session' },
      { module: 'directory', isDone: hasMentor, to: paths.circleMentors, words: 'Find a mentor, or offer to mentor' },
    ] as const
  ).filter(({ module }) => isOpen(module))
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <Section title="Your first steps">
      <ol className="mt-3 flex flex-col gap-3">
        {steps.map(({ to, isDone, words }) => (
          <FirstStep key={to} isDone={isDone} to={to}>
            {words}
          </FirstStep>
        ))}
      </ol>
    </Section>
  )
}

function FirstStep({ isDone, to, children }: { isDone: boolean; to: string; children: ReactNode }) {
  return (
    <li className="flex items-baseline gap-3">
      <span aria-hidden="true">{isDone ? '✓' : '○'}</span>
      {isDone ? (
        <span className="text-quiet">
          {children} <span className="sr-only">(done)</span>
        </span>
      ) : (
        <Link to={to} className="text-link">
          {children}
        </Link>
      )}
    </li>
  )
}
