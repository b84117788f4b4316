import { useParams, useSearchParams } from 'react-router'
import { ApiError } from '@/lib/api-error'
import { readPlace } from '@/lib/list'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { NotRead } from '@/ui/not-read'
import { PageHead } from '@/ui/page-head'
import { Spinner } from '@/ui/spinner'
import { Answers } from './answers'
import { useReview } from './calls'
import { DecisionBar } from './decision-bar'
import { History } from './history'
import { InvitationPanel } from './invitation-panel'
import { Notes } from './notes'
import { QueueLinks } from './queue-links'
import { VotesPanel } from './votes-panel'

/** One nomination, whole: what she has written, how far its review is, and what can be done now. */
export function Component() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const { query: place } = readPlace(params, ['state'])
  // another nomination is another page: nothing that was typed for one is left for the next
  return <Review key={id} id={id} place={place} />
}

function Review({ id, place }: { id: string; place: Record<string, string> }) {
  const { nomination, error, asOf, refresh, isFetching, act } = useReview(id)
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
          <NotRead title="The nomination could not be read" error={error} busy={isFetching} onRetry={refresh} />
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
      <DecisionBar nomination={nomination} asOf={asOf} act={act} />
      <div className="mt-8 grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Answers nomination={nomination} />
        <div className="flex flex-col gap-10">
          {nomination.status === 'approved' && <InvitationPanel nomination={nomination} act={act} />}
          <VotesPanel nomination={nomination} act={act} />
          <Notes nomination={nomination} act={act} />
          <History nomination={nomination} />
        </div>
      </div>
    </>
  )
}
