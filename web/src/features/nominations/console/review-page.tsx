import { Link, useParams, useSearchParams } from 'react-router'
import { ApiError } from '@/lib/api-error'
import { readPlace } from '@/lib/list'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { EmptyState, LoadError } from '@/ui/empty-state'
import { PageHead } from '@/ui/page-head'
import { PersonLink } from '@/ui/person-link'
import { Spinner } from '@/ui/spinner'
import { Answers } from './answers'
import { useNeighbours, useNomination } from './api'
import { BoardSeats } from './board-seats'
import { Conflicts } from './conflicts'
import { DecisionBar } from './decision-bar'
import { History } from './history'
import { InvitationPanel } from './invitation-panel'
import { Notes } from './notes'
import { Referees } from './referees'
import { VotesPanel } from './votes-panel'

/** One nomination, whole: what the applicant has written, how far its review is, and what can be done now. */
export function Component() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const { query: place } = readPlace(params, ['state'])
  // another nomination is another page: nothing that was typed for one is left for the next
  return <Review key={id} id={id} place={place} />
}

function Review({ id, place }: { id: string; place: Record<string, string> }) {
  const { data: nomination, error, asOf, refresh, isFetching } = useNomination(id)
  if (!nomination && error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        level={1}
        title="There is no such nomination"
        action={<ButtonLink to={paths.adminNominations}>Back to the queue</ButtonLink>}
      />
    )
  if (!nomination)
    return (
      <>
        <QueueLinks id={id} place={place} />
        <PageHead title="Nomination" />
        {error ? (
          <LoadError title="The nomination could not be read" error={error} busy={isFetching} onRetry={refresh} />
        ) : (
          <Spinner label="Loading the nomination…" />
        )}
      </>
    )
  return (
    <>
      <QueueLinks id={id} place={place} />
      <PageHead
        title={<span className="[overflow-wrap:anywhere]">{nomination.name}</span>}
        lede={`${nomination.currentDesignation}, ${nomination.companyName}`}
        named={nomination.name}
      />
      <p className="-mt-4 mb-4">
        <PersonLink id={nomination.id}>Her page</PersonLink>
      </p>
      <DecisionBar nomination={nomination} asOf={asOf} />
      <div className="mt-8 grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-10">
          <Answers nomination={nomination} />
          <BoardSeats nomination={nomination} />
          <Conflicts nomination={nomination} />
          <Referees nomination={nomination} />
        </div>
        <div className="flex flex-col gap-10">
          {nomination.status === 'approved' && <InvitationPanel nomination={nomination} />}
          <VotesPanel nomination={nomination} />
          <Notes nomination={nomination} />
          <History nomination={nomination} />
        </div>
      </div>
    </>
  )
}

/** The way back to the queue, and to the nominations beside this one in it. */
function QueueLinks({ id, place }: { id: string; place: Record<string, string> }) {
  const neighbours = useNeighbours(id, place)
  const search = new URLSearchParams(place).toString()
  return (
    <nav aria-label="Queue" className="mb-4 flex flex-wrap items-center gap-x-6">
      <Link to={{ pathname: paths.adminNominations, search }} className="mr-auto flex min-h-11 items-center text-link">
        Back to the queue
      </Link>
      {(['previous', 'next'] as const).map((side) => {
        const other = neighbours?.[side]
        const label = side === 'previous' ? 'Previous' : 'Next'
        return other ? (
          <Link
            key={side}
            to={{ pathname: `${paths.adminNominations}/${other}`, search }}
            rel={side === 'previous' ? 'prev' : 'next'}
            className="flex min-h-11 items-center text-link"
          >
            {label}
          </Link>
        ) : (
          <span key={side} className="flex min-h-11 items-center text-quiet" aria-hidden="true">
            {label}
          </span>
        )
      })}
    </nav>
  )
}
