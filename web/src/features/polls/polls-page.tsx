import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Link, useSearchParams } from 'react-router'
import { counted } from '@/lib/formats'
import { href } from '@/lib/href'
import { pageNumber } from '@/lib/page-number'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { CircleError } from '@/ui/circle-error'
import { EmptyState } from '@/ui/empty-state'
import { Day } from '@/ui/moment'
import { Pager } from '@/ui/pager'
import { Spinner } from '@/ui/spinner'
import { type PollSummary, perPage, pollsQuery } from './api'
import { Deadline } from './deadline'
import { states } from './labels'

/** The consultations of the circle, newest first. */
export function PollsPage() {
  const [params, setParams] = useSearchParams()
  const page = pageNumber(params)
  const { data, error, isFetching, refetch } = useQuery(pollsQuery(page))
  if (error && !data)
    return (
      <CircleError title="The consultations could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
    )
  if (!data) return <Spinner label="Loading the consultations…" />
  if (data.total === 0)
    return (
      <EmptyState title="No consultations yet">
        <p>
          Here the circle works on what it says to regulators and ministries. We email you when the first text is open
          for your comments.
        </p>
      </EmptyState>
    )
  return (
    <>
      <p className="max-w-text text-quiet">
        What the circle says to regulators and ministries: members discuss a text paragraph by paragraph, and then vote.
        Each member has one vote.
      </p>
      <ul className="mt-6 border-base-300 border-t">
        {data.rows.map((poll) => (
          <PollRow key={poll.id} poll={poll} />
        ))}
      </ul>
      <Pager
        page={page}
        perPage={perPage}
        total={data.total}
        onPage={(to) => setParams(to === 1 ? {} : { page: String(to) })}
      />
    </>
  )
}

function PollRow({ poll }: { poll: PollSummary }) {
  const { id, title, state, comments } = poll
  return (
    <li className="border-base-300 border-b py-5">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <h2 className="display-3 min-w-0">
          <Link to={href(paths.circlePoll, { id })} className="text-link">
            {title}
          </Link>
        </h2>
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
      </div>
      <p className="mt-2 text-quiet">
        <NextStep poll={poll} /> <span className="whitespace-nowrap">{counted(comments, 'comment')}.</span>
      </p>
    </li>
  )
}

function NextStep({
  poll: { state, discussionEndsAt, votingEndsAt, closedAt, withdrawnAt, hasVoted, isElector },
}: {
  poll: PollSummary
}): ReactElement | string {
  switch (state) {
    case 'draft':
      return '' // the server sends members no drafts
    case 'discussing':
      return new Date(discussionEndsAt) > new Date() ? (
        <>
          Comment until <Deadline at={discussionEndsAt} />.
        </>
      ) : (
        'The discussion has ended. The vote follows.'
      )
    case 'voting':
      return (
        <>
          {hasVoted
            ? 'You have voted. The vote ends on '
            : isElector
              ? 'Vote until '
              : 'The vote had opened before your membership began. It ends on '}
          <Deadline at={votingEndsAt} />.
        </>
      )
    case 'closed':
      return 'The vote has ended. The office publishes the result with the final text.'
    case 'withdrawn':
      return (
        <>
          The office withdrew it on <Day at={withdrawnAt} />.
        </>
      )
    case 'lost':
      return 'The votes are lost and cannot be counted.'
    case 'published':
      return (
        <>
          The vote ended on <Day at={closedAt} />.
        </>
      )
  }
}
