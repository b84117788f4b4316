import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { href } from '@/lib/href'
import { sessionTime } from '@/lib/language'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { CircleError } from '@/ui/circle-error'
import { EmptyState, LoadError } from '@/ui/empty-state'
import { Day } from '@/ui/moment'
import { Pager } from '@/ui/pager'
import { Spinner } from '@/ui/spinner'
import { pastQuery, type SessionSummary, upcomingQuery } from './api'
import { FeedSection } from './feed-section'
import { SessionBadge } from './session-badge'
import { ownTime, viewerZone } from './when'

/** The sessions of the circle: the next ones, and the recordings of former ones. */
export function SessionsPage() {
  const { data, error, refetch, isFetching } = useQuery(upcomingQuery)
  const id = useId()
  if (error && !data)
    return <CircleError title="The sessions could not be read" error={error} busy={isFetching} onRetry={refetch} />
  if (!data) return <Spinner label="Loading the sessions…" />
  return (
    <>
      <section aria-labelledby={id}>
        <h2 id={id} className="display-3">
          Coming up
        </h2>
        {data.length === 0 ? (
          <EmptyState title="No session is planned yet">
            <p>The office plans a session each month. We show it here as soon as its date is set.</p>
          </EmptyState>
        ) : (
          <ol className="mt-4 border-base-300 border-t">
            {data.map((session) => (
              <UpcomingSession key={session.id} session={session} />
            ))}
          </ol>
        )}
      </section>
      <PastSessions />
      <FeedSection />
    </>
  )
}

function UpcomingSession({ session }: { session: SessionSummary }) {
  const own = ownTime(session, viewerZone())
  const free = session.capacity - session.taken
  return (
    <li className="border-base-300 border-b py-5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="font-sans font-semibold text-lg">
          <Link to={href(paths.circleSession, { id: session.id })} className="text-link">
            {session.title}
          </Link>
        </h3>
        <SessionBadge session={session} />
      </div>
      <p className="mt-1 tabular-nums">{sessionTime(session)}</p>
      {own && <p className="text-quiet text-sm tabular-nums">{own}</p>}
      <p className="mt-1 text-quiet">
        With {[session.host, ...session.speakers.map(({ name }) => name)].join(', ')} · {session.place}
      </p>
      {session.status === 'published' && (
        <p className="mt-1 text-quiet text-sm tabular-nums">
          {session.taken} of {session.capacity} places taken
          {free <= 0 && session.waiting > 0 && `, ${session.waiting} on the waiting list`}
        </p>
      )}
    </li>
  )
}

function PastSessions() {
  const [page, setPage] = useState(1)
  const { data, error, refetch, isFetching } = useQuery({ ...pastQuery(page), placeholderData: keepPreviousData })
  const id = useId()
  // A session that is running has started, but is among those ahead.
  const over = data?.rows.filter(({ endsAt }) => new Date(endsAt) <= new Date())
  if (over?.length === 0 && page === 1) return null
  return (
    <section aria-labelledby={id} className="mt-14">
      <h2 id={id} className="display-3">
        Past sessions
      </h2>
      {over && data ? (
        <>
          <ul className="mt-4 border-base-300 border-t">
            {over.map((session) => (
              <li
                key={session.id}
                className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-base-300 border-b py-3"
              >
                <span>
                  <Link to={href(paths.circleSession, { id: session.id })} className="text-link">
                    {session.title}
                  </Link>{' '}
                  <span className="text-quiet">with {session.host}</span>
                </span>
                <span className="flex items-baseline gap-3">
                  {session.hasRecording && <Badge tone="outline">Recording</Badge>}
                  {session.status === 'cancelled' && <Badge tone="danger">Cancelled</Badge>}
                  <Day at={session.startsAt} />
                </span>
              </li>
            ))}
          </ul>
          {data.total > data.perPage && (
            <Pager label="Past sessions" page={page} perPage={data.perPage} total={data.total} onPage={setPage} />
          )}
        </>
      ) : error ? (
        <LoadError title="The past sessions could not be read" error={error} busy={isFetching} onRetry={refetch} />
      ) : (
        <Spinner label="Loading past sessions…" />
      )}
    </section>
  )
}
