import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { consolePaths } from '@/lib/console-paths'
import { counted, dateAndTime } from '@/lib/formats'
import { href } from '@/lib/href'
import { useModules } from '@/lib/modules'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { Day, Moment } from '@/ui/moment'
import { PersonLink } from '@/ui/person-link'
import { Skeleton } from '@/ui/skeleton'
import { SmallTable } from '@/ui/small-table'
import { useToast } from '@/ui/toast-queue'
import { useReport } from '@/ui/use-report'
import { useSetEmailed, useSetWelcomed, type Week, weekQuery } from './api'

/**
 * What the office has to do this week: who waits for it longer than it promised, whom to welcome, the sessions ahead and
 * the memberships that end.
 */
export function ThisWeek() {
  const may = useMay()
  return may('GET /api/admin/this-week') && <LoadedWeek />
}

function LoadedWeek() {
  const { data: week, error, isFetching, refetch } = useQuery(weekQuery)
  return (
    <>
      {error && <LoadError title="The week could not be loaded" error={error} busy={isFetching} onRetry={refetch} />}
      {week ? <Parts week={week} /> : !error && <Skeleton lines={6} />}
    </>
  )
}

function Parts({ week }: { week: Week }) {
  const { waiting, newMembers, sessions, endings } = week
  const hasSessions = useModules()('sessions')
  const isQuiet = [waiting, newMembers, sessions, endings].every(({ length }) => length === 0)
  return (
    <>
      {isQuiet && (
        <p className="mb-8 text-quiet">
          Nothing waits for you this week: no one has waited longer than promised, every new member has been welcomed,
          and no {hasSessions && 'session or '}end of a membership is near.
        </p>
      )}
      <WaitingTable waiting={week.waiting} />
      <NewMembers week={week} />
      <SmallTable
        title="Sessions in the next seven days"
        headers={['Session', 'Starts', 'Places', 'The day']}
        rows={week.sessions.map((session) => ({
          key: session.id,
          cells: [
            <span key="title">
              <Link to={href(consolePaths.session, { id: session.id })} className="text-link font-medium">
                {session.title}
              </Link>
              {session.status === 'draft' && <Badge>Draft</Badge>}
            </span>,
            <Moment key="starts" at={session.startsAt} />,
            `${session.taken} of ${session.capacity}`,
            `${session.doneTasks.length} of ${counted(session.tasks, 'task')} done`,
          ],
        }))}
      />
      <SmallTable
        title="Memberships that end within 30 days"
        headers={['Member', 'Plan', 'Ends on']}
        rows={week.endings.map(({ id, name, tierName, endsAt }) => ({
          key: id,
          cells: [
            <PersonLink key="name" id={id}>
              {name}
            </PersonLink>,
            tierName,
            <Day key="ends" at={endsAt} />,
          ],
        }))}
      />
      <EmailSwitch week={week} />
    </>
  )
}

const kinds = {
  nomination: { label: 'Nomination', to: (id: string) => href(consolePaths.nomination, { id }) },
  'board-seat': { label: 'Board seat', to: (id: string) => href(consolePaths.boardSeat, { id }) },
  report: { label: 'Report', to: (id: string) => href(consolePaths.report, { id }) },
  introduction: { label: 'Introduction', to: () => consolePaths.introductions },
  mentor: { label: 'Request for a mentor', to: () => consolePaths.mentors },
  letter: { label: 'Tax', to: () => consolePaths.tax },
  'lost-vote': { label: 'Lost vote', to: (id: string) => href(consolePaths.newPoll, { repeat: id }) },
  approval: { label: 'Approval', to: () => href(consolePaths.approvals, { state: 'waiting' }) },
} as const satisfies Record<Week['waiting'][number]['kind'], unknown>

function WaitingTable({ waiting }: Pick<Week, 'waiting'>) {
  return (
    <SmallTable
      title="Waiting longer than promised"
      headers={['What', 'Kind', 'Since', 'Due']}
      rows={waiting.map(({ kind, id, label, since, dueAt }) => ({
        key: id,
        cells: [
          <Link key="label" to={kinds[kind].to(id)} className="text-link font-medium">
            {label}
          </Link>,
          kinds[kind].label,
          <Moment key="since" at={since} />,
          <Due key="due" at={dueAt} />,
        ],
      }))}
    />
  )
}

function Due({ at }: { at: string }) {
  return (
    <>
      <Moment at={at} /> {new Date(at) < new Date() && <Badge tone="danger">Late</Badge>}
    </>
  )
}

/** The members to welcome in person, and those who were welcomed in the last week. */
function NewMembers({ week }: { week: Week }) {
  const toast = useToast()
  const report = useReport()
  const { mutateAsync, isPending, variables } = useSetWelcomed()
  const set = async (id: string, isWelcomed: boolean, title: string) => {
    if (await report(mutateAsync({ id, isWelcomed }), { failed: 'The mark was not saved' })) toast({ title })
  }
  return (
    <>
      <SmallTable
        title="New members to welcome"
        headers={['Member', 'Plan', 'Joined', 'Welcome by', '']}
        rows={week.newMembers.map(({ id, name, tierName, joinedAt, dueAt }) => ({
          key: id,
          cells: [
            <PersonLink key="name" id={id}>
              {name}
            </PersonLink>,
            tierName,
            <Day key="joined" at={joinedAt} />,
            <Due key="due" at={dueAt} />,
            <Button
              key="welcome"
              tone="outline"
              aria-label={`Mark ${name} as welcomed`}
              busy={isPending && variables.id === id}
              onClick={() => set(id, true, `${name} is marked as welcomed`)}
            >
              Mark as welcomed
            </Button>,
          ],
        }))}
      />
      <SmallTable
        title="Welcomed in the last seven days"
        headers={['Member', 'By', 'At', '']}
        rows={week.welcomed.map(({ id, name, by, at }) => ({
          key: id,
          cells: [
            <PersonLink key="name" id={id}>
              {name}
            </PersonLink>,
            by,
            dateAndTime(at),
            <Button
              key="undo"
              tone="quiet"
              aria-label={`Undo that ${name} was welcomed`}
              busy={isPending && variables.id === id}
              onClick={() => set(id, false, `${name} is to be welcomed again`)}
            >
              Undo
            </Button>,
          ],
        }))}
      />
    </>
  )
}

function EmailSwitch({ week: { isEmailed, canBeEmailed } }: { week: Week }) {
  const report = useReport()
  const { mutateAsync, isPending, variables } = useSetEmailed()
  return (
    <div className="mb-10">
      {canBeEmailed ? (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="checkbox aria-disabled:opacity-60"
            checked={isPending ? variables : isEmailed}
            aria-disabled={isPending}
            onChange={(event) =>
              !isPending && report(mutateAsync(event.target.checked), { failed: 'Your choice was not saved' })
            }
          />
          Email me this list on Monday morning, without the reports
        </label>
      ) : (
        <p className="text-quiet">
          Your account has no email address.{' '}
          <Link to={consolePaths.own} className="text-link">
            Add one
          </Link>{' '}
          to get this list by email on Monday morning.
        </p>
      )}
    </div>
  )
}
