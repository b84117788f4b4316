import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { href } from '@/lib/href'
import { ScreenSkeleton } from '@/ui/skeleton'
import { UnreadRecord } from '@/ui/unread-record'
import { Minute } from '../minute'
import { ballotsQuery, pollQuery } from './api'

/** The minute of a published result. */
export function MinutePage() {
  const { id = '' } = useParams()
  const poll = useQuery(pollQuery(id))
  const ballots = useQuery(ballotsQuery(id))
  const error = poll.error ?? ballots.error
  if (!error && !(poll.data && ballots.data)) return <ScreenSkeleton />
  return (
    <>
      <p className="mb-3 print:hidden">
        <Link className="text-link inline-flex min-h-11 items-center" to={href(consolePaths.poll, { id })}>
          Back to the consultation
        </Link>
      </p>
      {poll.data && ballots.data ? (
        <Minute poll={poll.data} ballots={ballots.data} />
      ) : (
        <UnreadRecord
          what="Minute"
          error={error}
          onRetry={() => {
            poll.refetch()
            ballots.refetch()
          }}
          list={{ label: 'All consultations', to: consolePaths.polls }}
        />
      )}
    </>
  )
}
