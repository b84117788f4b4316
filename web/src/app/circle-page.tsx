import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { type Home, homeQuery, type News, type Suggestion, useRecordVisit } from '@/features/circle/api'
import { SessionBadge } from '@/features/events/session-badge'
import { ownTime, viewerZone } from '@/features/events/when'
import { Deadline } from '@/features/polls/deadline'
import { address } from '@/lib/api'
import { date } from '@/lib/formats'
import { href } from '@/lib/href'
import { sessionTime } from '@/lib/language'
import { useModules } from '@/lib/modules'
import { directoryLabels, helpPhrase } from '@/lib/option-labels'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { CircleError } from '@/ui/circle-error'
import { Notice } from '@/ui/notice'
import { Portrait } from '@/ui/portrait'
import { Spinner } from '@/ui/spinner'

/**
 * The members' home: the next session, open consultations, what is new, people to know, and a new member's first steps.
 */
export function CirclePage() {
  const { data: home, error, isFetching, refetch } = useQuery(homeQuery)
  const { mutate: recordVisit } = useRecordVisit()
  const isOn = useModules()
  const isShown = Boolean(home)
  useEffect(() => {
    if (isShown) recordVisit()
  }, [isShown, recordVisit])
  if (!home && error)
    return <CircleError title="Your home page could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
  if (!home) return <Spinner label="Loading your home…" />
  return (
    <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-12">
        {home.graceUntil && <Grace until={home.graceUntil} />}
        <Waiting home={home} />
        {isOn('sessions') && <NextSession session={home.nextSession} />}
        <FirstSteps steps={home.firstSteps} />
        <Consultations consultations={home.consultations} />
        <Suggestions people={home.suggestions} />
      </div>
      <WhatIsNew news={home.news} since={home.newSince} />
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-base-content border-t-2 pt-5">
      <h2 className="chapter font-sans">{title}</h2>
      {children}
    </section>
  )
}

function Grace({ until }: { until: string }) {
  return (
    <Notice tone="warning" title="Your membership is in its grace period">
      <p>
        You keep your access to the circle until <span className="whitespace-nowrap tabular-nums">{date(until)}</span>.
      </p>
      <ButtonLink tone="outline" to={paths.accountBilling} className="mt-3">
        See how to continue
      </ButtonLink>
    </Notice>
  )
}

/** What needs the member's answer. */
function Waiting({ home: { introductions, mentees, checkIns, vouches } }: { home: Home }) {
  if (introductions.length + mentees.length + checkIns.length + vouches.length === 0) return null
  return (
    <Section title="Waiting for you">
      <ul className="mt-1">
        {introductions.map(({ id, person, isSuggested, expiresAt }) => (
          <li key={id} className="border-base-300 border-b py-4 last:border-b-0">
            <Link to={href(paths.circleIntroduction, { id })} className="text-link font-semibold">
              {isSuggested
                ? `The office suggests an introduction to ${person.name}`
                : `${person.name} asks for an introduction`}
            </Link>
            <p className="mt-1 text-quiet">
              Answer until <span className="whitespace-nowrap tabular-nums">{date(expiresAt)}</span>
            </p>
          </li>
        ))}
        {mentees.map(({ id, person, expiresAt }) => (
          <li key={id} className="border-base-300 border-b py-4 last:border-b-0">
            <Link to={paths.circleMentors} className="text-link font-semibold">
              {person.name} asks you to be their mentor
            </Link>
            <p className="mt-1 text-quiet">
              Answer until <span className="whitespace-nowrap tabular-nums">{date(expiresAt)}</span>
            </p>
          </li>
        ))}
        {checkIns.map(({ id, person }) => (
          <li key={id} className="border-base-300 border-b py-4 last:border-b-0">
            <Link to={paths.circleMentors} className="text-link font-semibold">
              How is it going with {person.name}?
            </Link>
            <p className="mt-1 text-quiet">Tell the office how the mentorship is going. Only the office reads it.</p>
          </li>
        ))}
        {vouches.map(({ id, person }) => (
          <li key={id} className="border-base-300 border-b py-4 last:border-b-0">
            <Link to={paths.circleProfile} className="text-link font-semibold">
              {person.name} vouches for you
            </Link>
            <p className="mt-1 text-quiet">Other members see this vouch once you approve it.</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function NextSession({ session }: { session: Home['nextSession'] }) {
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
      <h3 className="display-2 mt-3">
        <Link to={href(paths.circleSession, { id: session.id })} className="text-link">
          {session.title}
        </Link>
      </h3>
      <p className="mt-3 tabular-nums">{sessionTime(session)}</p>
      {own && <p className="text-quiet tabular-nums">{own}</p>}
      <p className="mt-1 text-quiet">
        Hosted by {session.host}. {session.taken} of {session.capacity} places are taken.
      </p>
      <div className="mt-5 flex flex-wrap items-center gap-4">
        <ButtonLink to={href(paths.circleSession, { id: session.id })}>
          {session.state === 'none' ? 'Say if you are coming' : 'See the session'}
        </ButtonLink>
        <SessionBadge session={session} />
        <a
          href={address('GET /api/events/{id}/calendar', { id: session.id })}
          download
          className="text-link inline-flex min-h-11 items-center"
        >
          Add to calendar
        </a>
      </div>
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
  const isOn = useModules()
  const steps = (
    [
      { module: 'directory', isDone: hasProfile, to: paths.circleProfile, words: 'Publish your profile' },
      { module: 'sessions', isDone: hasAnswered, to: paths.circleSessions, words: 'Choose your first session' },
      { module: 'directory', isDone: hasMentor, to: paths.circleMentors, words: 'Find a mentor, or offer to mentor' },
    ] as const
  ).filter(({ module }) => isOn(module))
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
