import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { href } from '@/lib/href'
import { Badge, type BadgeTone } from '@/ui/badge'
import { LoadError } from '@/ui/empty-state'
import { Moment } from '@/ui/moment'
import { type Guest, guestsQuery, type OfficeSession } from './api'
import { AttendanceSelect, hasStarted } from './attendance-select'

const states: Readonly<Record<Guest['state'], { label: string; tone: BadgeTone }>> = {
  asked: { label: 'Not confirmed', tone: 'outline' },
  going: { label: 'Going', tone: 'success' },
  waiting: { label: 'Waiting', tone: 'warning' },
  declined: { label: 'Declined', tone: 'plain' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
}

/** The guests of a session with a page for visitors, apart from the members. */
export function Guests({ session }: { session: OfficeSession }) {
  const { data, error, refetch, isFetching } = useQuery(guestsQuery(session.id))
  return (
    <section aria-labelledby="guests" className="mt-10">
      <h2 id="guests" className="display-3">
        Guests
      </h2>
      {error && !data && (
        <LoadError title="The guests could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
      )}
      {data?.length === 0 && <p className="mt-2 text-quiet">No guest has asked to attend.</p>}
      {data && data.length > 0 && (
        <ul className="mt-3 border-base-300 border-t">
          {data.map((guest) => {
            const { id, name, email, personId, state, joinedAt } = guest
            return (
              <li
                key={id}
                className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-base-300 border-b py-2.5"
              >
                <span className="wrap-anywhere">
                  {personId ? (
                    <Link to={href(consolePaths.person, { id: personId })} className="text-link">
                      {name}
                    </Link>
                  ) : (
                    name
                  )}{' '}
                  <span className="text-quiet">{email}</span>
                </span>
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  {joinedAt && (
                    <span className="text-quiet text-sm">
                      Joined <Moment at={joinedAt} />
                    </span>
                  )}
                  <Badge tone={states[state].tone}>{states[state].label}</Badge>
                  {hasStarted(session) && <AttendanceSelect sessionId={session.id} list="guests" row={guest} />}
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
