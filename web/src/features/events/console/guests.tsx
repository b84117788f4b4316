import { Link } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { href } from '@/lib/href'
import { useList } from '@/lib/list'
import { Badge, type BadgeTone } from '@/ui/badge'
import { type Column, ListTable } from '@/ui/list-table'
import { FilterSelect } from '@/ui/list-toolbar'
import { Moment } from '@/ui/moment'
import { type Guest, guestsKey, type OfficeSession } from './api'
import { AttendanceSelect, hasStarted } from './attendance-select'

const states: Readonly<Record<Guest['state'], { label: string; tone: BadgeTone }>> = {
  asked: { label: 'Not confirmed', tone: 'outline' },
  going: { label: 'Going', tone: 'success' },
  waiting: { label: 'Waiting', tone: 'warning' },
  declined: { label: 'Declined', tone: 'plain' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
}

function columnsOf(id: string, isStarted: boolean): readonly Column<Guest>[] {
  return [
    {
      key: 'name',
      header: 'Guest',
      cell: ({ name, email, personId }) => (
        <>
          {personId ? (
            <Link to={href(consolePaths.person, { id: personId })} className="text-link">
              {name}
            </Link>
          ) : (
            name
          )}
          <span className="block text-quiet text-sm">{email}</span>
        </>
      ),
    },
    {
      key: 'state',
      header: 'Answer',
      width: 8,
      cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge>,
    },
    {
      key: 'answeredAt',
      header: 'Answered',
      width: 11,
      from: '4xl',
      cell: ({ answeredAt }) => answeredAt && <Moment at={answeredAt} />,
    },
    ...(isStarted
      ? [
          {
            key: 'joinedAt',
            header: 'Joined',
            width: 11,
            from: '3xl',
            cell: ({ joinedAt }: Guest) => joinedAt && <Moment at={joinedAt} />,
          } as const,
          {
            key: 'attendance',
            header: 'Attended',
            width: 14,
            cell: (guest: Guest) => <AttendanceSelect sessionId={id} list="guests" row={guest} />,
          },
        ]
      : []),
  ]
}

/** The guests of a session with a page for visitors, apart from the members. */
export function Guests({ session }: { session: OfficeSession }) {
  const { id } = session
  const list = useList({
    key: guestsKey(id),
    route: 'GET /api/events/{id}/guests',
    path: { id },
    filters: ['state'],
    prefix: 'guests.',
  })
  return (
    <section className="mt-10">
      <h2 className="display-3 mb-3">Guests</h2>
      <div className="mb-2 flex">
        <FilterSelect
          list={list}
          name="state"
          label="Answer of guests"
          all="All answers"
          options={Object.entries(states).map(([value, { label }]) => ({ value, label }))}
        />
      </div>
      <ListTable
        caption="Guests"
        list={list}
        columns={columnsOf(id, hasStarted(session))}
        rowKey={({ id }) => id}
        nothing="No guest has asked to attend yet"
        noMatch="No guest has given this answer."
      />
    </section>
  )
}
