import { useQuery } from '@tanstack/react-query'
import { Badge } from '@/ui/badge'
import { LoadError } from '@/ui/empty-state'
import { IntroductionTabs } from '@/ui/introduction-tabs'
import { Day } from '@/ui/moment'
import { PageHead } from '@/ui/page-head'
import { PersonLink } from '@/ui/person-link'
import { ScreenSkeleton } from '@/ui/skeleton'
import { SmallTable } from '@/ui/small-table'
import { type OfficeMentor, officeQuery } from './api'

/** Who waits for a mentor, which mentors are overloaded, and which mentorships do not go well. */
export function MentorsPage() {
  const { data, error, isFetching, refetch } = useQuery(officeQuery)
  if (!data && error)
    return <LoadError title="The mentors could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
  if (!data) return <ScreenSkeleton />
  const { waiting, mentors, notWell } = data
  return (
    <>
      <PageHead
        title="Mentors"
        lede="Requests, places, and what members tell the office about their mentorship. A decline is not shown."
      />
      <IntroductionTabs />
      <div className="max-w-4xl">
        <SmallTable
          title="Not going well"
          nothing="No member has told the office in the last 90 days that a mentorship is not going well."
          headers={['Member', 'Note', 'Since']}
          rows={notWell.map(({ id, person, other, isMentor, note, answeredAt }) => ({
            key: id,
            cells: [
              <span key="member">
                <PersonLink id={person.id}>{named(person)}</PersonLink>, {isMentor ? 'mentor of' : 'mentee of'}{' '}
                <PersonLink id={other.id}>{named(other)}</PersonLink>
              </span>,
              <span key="note" className="wrap-anywhere whitespace-pre-line">
                {note || 'No note'}
              </span>,
              <Day key="since" at={answeredAt} />,
            ],
          }))}
        />
        <SmallTable
          title="Waiting for a mentor"
          nothing="No request waits for an answer."
          headers={['Member', 'Mentor', 'Since', 'Ends']}
          rows={waiting.map(({ id, mentee, mentor, askedAt, expiresAt }) => ({
            key: id,
            cells: [
              <PersonLink key="mentee" id={mentee.id}>
                {named(mentee)}
              </PersonLink>,
              <PersonLink key="mentor" id={mentor.id}>
                {named(mentor)}
              </PersonLink>,
              <Day key="since" at={askedAt} />,
              <Day key="ends" at={expiresAt} />,
            ],
          }))}
        />
        <SmallTable
          title="Places"
          nothing="No member offers to mentor yet."
          headers={['Mentor', 'Places', 'Taken', 'Requests', 'Status']}
          rows={mentors.map((mentor) => ({
            key: mentor.person.id,
            cells: [
              <PersonLink key="mentor" id={mentor.person.id}>
                {named(mentor.person)}
              </PersonLink>,
              mentor.capacity,
              mentor.active,
              mentor.waiting,
              <PlacesBadge key="status" mentor={mentor} />,
            ],
          }))}
        />
      </div>
    </>
  )
}

function PlacesBadge({ mentor: { isOverloaded, isPaused, active, capacity } }: { mentor: OfficeMentor }) {
  if (isOverloaded) return <Badge tone="warning">Overloaded</Badge>
  if (isPaused) return <Badge tone="plain">Paused</Badge>
  return active < capacity ? <Badge tone="success">Free</Badge> : <Badge tone="outline">Full</Badge>
}

const named = ({ name }: { name: string }) => name || 'A former member'
