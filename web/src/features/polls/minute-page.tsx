import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { Spinner } from '@/ui/spinner'
import { UnreadRecord } from '@/ui/unread-record'
import { ballotsQuery, pollQuery } from './api'
import { Minute } from './minute'

/** The minute of a published result. */
export function MinutePage() {
  const { id = '' } = useParams()
  const poll = useQuery(pollQuery(id))
  const ballots = useQuery(ballotsQuery(id))
  const error = poll.error ?? ballots.error
  return (
    <div className="page py-12 md:py-16 print:py-0">
      <p className="-mt-4 mb-3 print:hidden">
        <Link className="text-link inline-flex min-h-11 items-center" to={href(paths.circlePoll, { id })}>
          Back to the consultation
        </Link>
      </p>
      {poll.data && ballots.data ? (
        <Minute poll={poll.data} ballots={ballots.data} />
      ) : error ? (
        <UnreadRecord
          what="Minute"
          error={error}
          onRetry={() => {
            poll.refetch()
            ballots.refetch()
          }}
          list={{ label: 'All consultations', to: paths.circlePolls }}
        />
      ) : (
        <Spinner label="Loading the minute…" />
      )}
    </div>
  )
}
