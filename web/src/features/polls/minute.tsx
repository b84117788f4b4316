import { dateAndTime } from '@/lib/formats'
import { Button } from '@/ui/button'
import type { OptionBallots, Poll } from './api'
import { BallotLists } from './ballots'
import { ballotKinds } from './labels'
import { CloseReason, ResultTable } from './result-table'
import { PlainText } from './texts'

/** The minute of a vote, with a layout for printing. */
export function Minute({ poll, ballots }: { poll: Poll; ballots: readonly OptionBallots[] }) {
  const facts = [
    ['Published for discussion', poll.publishedAt],
    ['End of the discussion', poll.discussionEndsAt],
    ['Vote opened', poll.votingOpenedAt],
    ['Vote closed', poll.closedAt],
    ['Result published', poll.resultPublishedAt],
  ] as const
  return (
    <article className="max-w-3xl print:max-w-none">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="chapter">Minute of a vote</p>
          <h1 className="display-2 mt-3 text-[clamp(1.75rem,1.4rem+1.4vw,2.5rem)]" tabIndex={-1}>
            {poll.title}
          </h1>
        </div>
        <Button tone="outline" className="print:hidden" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <dl className="mt-6 grid gap-x-6 gap-y-1.5 sm:grid-cols-[auto_1fr] print:grid-cols-[auto_1fr]">
        {facts.map(([name, at]) => (
          <div key={name} className="contents">
            <dt className="text-quiet">{name}</dt>
            <dd className="tabular-nums">{dateAndTime(at)} IST</dd>
          </div>
        ))}
        <dt className="text-quiet">Ballot</dt>
        <dd>{ballotKinds[poll.ballot]}</dd>
      </dl>
      <section className="mt-8 border-base-300 border-t pt-6">
        <h2 className="display-3">The result</h2>
        <ResultTable poll={poll} />
        <CloseReason reason={poll.closeReason} />
      </section>
      <PlainText title="The final text" paragraphs={poll.finalParagraphs} />
      <PlainText title="The text of the vote" paragraphs={poll.paragraphs} />
      <section className="mt-10 border-base-300 border-t pt-6">
        <h2 className="display-3">{poll.ballot === 'secret' ? 'The receipts of all votes' : 'The votes by name'}</h2>
        <BallotLists options={poll.options} ballots={ballots} isSecret={poll.ballot === 'secret'} />
      </section>
    </article>
  )
}
