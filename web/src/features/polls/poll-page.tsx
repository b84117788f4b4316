import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { counted } from '@/lib/formats'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { ButtonLink } from '@/ui/button'
import { UnreadCircleRecord } from '@/ui/circle-error'
import { Notice } from '@/ui/notice'
import { RecordTitle } from '@/ui/record-title'
import { Spinner } from '@/ui/spinner'
import { type Poll, pollQuery } from './api'
import { Ballots } from './ballots'
import { Deadline } from './deadline'
import { ballotKinds, states } from './labels'
import { CloseReason, ResultTable } from './result-table'
import { DiscussedText, PlainText, Question } from './texts'
import { ReceiptNotice, VoteSection } from './vote-section'
import { LostNotice, WithdrawnNotice } from './withdrawn-notice'

/** A consultation: its text with the discussion, the vote and the result. */
export function PollPage() {
  const { id = '' } = useParams()
  return <Consultation key={id} id={id} />
}

function Consultation({ id }: { id: string }) {
  // Held here, because the vote may close while the receipt is shown.
  const [receipt, setReceipt] = useState('')
  const { data: poll, error, refetch } = useQuery(pollQuery(id))
  if (!poll && error)
    return (
      <UnreadCircleRecord
        what="Consultation"
        error={error}
        onRetry={refetch}
        list={{ label: 'All consultations', to: paths.circlePolls }}
      />
    )
  if (!poll) return <Spinner label="Loading the consultation…" />
  return (
    <article className="max-w-3xl">
      <p className="-mt-4 mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={paths.circlePolls}>
          All consultations
        </Link>
      </p>
      <RecordTitle title={poll.title} />
      <div className="mt-4">
        <Badge tone={states[poll.state].tone}>{states[poll.state].label}</Badge>
      </div>
      {poll.state !== 'withdrawn' && <Facts poll={poll} />}
      {receipt && poll.state !== 'withdrawn' && poll.state !== 'lost' && (
        <ReceiptNotice code={receipt} onSaved={() => setReceipt('')} />
      )}
      {!receipt && poll.state === 'voting' && <VoteSection poll={poll} onReceipt={setReceipt} />}
      {poll.state === 'withdrawn' && <WithdrawnNotice poll={poll} />}
      {poll.state === 'lost' && (
        <LostNotice poll={poll}>The office can repeat the vote. We email you if it does.</LostNotice>
      )}
      {poll.state === 'published' ? <PublishedPoll poll={poll} /> : <UnpublishedPoll poll={poll} />}
    </article>
  )
}

function Facts({ poll }: { poll: Poll }) {
  const { discussionEndsAt, votingEndsAt, closedAt, ballot, quorum, voters, state } = poll
  return (
    <dl className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
      <dt className="text-quiet">Discussion</dt>
      <dd>
        until <Deadline at={discussionEndsAt} />
      </dd>
      <dt className="text-quiet">Vote</dt>
      <dd>
        {votingEndsAt ? (
          <>
            until <Deadline at={closedAt || votingEndsAt} />
          </>
        ) : (
          'after the discussion'
        )}
      </dd>
      <dt className="text-quiet">Ballot</dt>
      <dd>{ballotKinds[ballot]}</dd>
      <dt className="text-quiet">Quorum</dt>
      <dd>
        {quorum > 0 ? counted(quorum, 'vote') : 'none'}
        {state === 'voting' && `, ${counted(voters, 'member has voted', 'members have voted')} so far`}
      </dd>
    </dl>
  )
}

function UnpublishedPoll({ poll }: { poll: Poll }) {
  return (
    <>
      {poll.state === 'closed' && (
        <div className="mt-8">
          <Notice title="The vote has ended">
            <p>The office publishes the result with the final text. We email you then.</p>
            <CloseReason reason={poll.closeReason} />
          </Notice>
        </div>
      )}
      <DiscussedText poll={poll} title={poll.state === 'discussing' ? 'The draft' : 'The text'} />
      {(poll.state === 'discussing' || poll.state === 'withdrawn' || poll.state === 'lost') && (
        <Question title="The question of the vote" poll={poll} />
      )}
    </>
  )
}

function PublishedPoll({ poll }: { poll: Poll }) {
  return (
    <>
      <section className="mt-10 border-base-300 border-t pt-6">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h2 className="display-3">The result</h2>
          <ButtonLink tone="outline" to={href(paths.circlePollMinute, { id: poll.id })}>
            Minute for printing
          </ButtonLink>
        </div>
        <ResultTable poll={poll} />
        <CloseReason reason={poll.closeReason} />
        <Ballots poll={poll} />
      </section>
      <PlainText title="The final text" paragraphs={poll.finalParagraphs} />
      <DiscussedText poll={poll} title="The text of the vote and its discussion" />
    </>
  )
}
