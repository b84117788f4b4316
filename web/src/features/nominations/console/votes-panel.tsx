import { Button } from '@/ui/button'
import { Moment } from '@/ui/moment'
import { useReport } from '@/ui/use-report'
import type { ReviewedNomination } from './api'
import { useVote } from './api'
import { Panel } from './panel'

const votes = [
  { vote: 'yes', label: 'Yes' },
  { vote: 'no', label: 'No' },
  { vote: 'abstain', label: 'Abstain' },
] as const

/** The number of valid yes votes. */
export function yesVotes({ votes }: Pick<ReviewedNomination, 'votes'>): number {
  return votes.filter(({ vote, counts }) => vote === 'yes' && counts).length
}

/** The number of yes votes that an approval still needs; 0 or less if there are enough. */
export function missingVotes(nomination: Pick<ReviewedNomination, 'votes' | 'votesNeeded'>): number {
  return nomination.votesNeeded - yesVotes(nomination)
}

/** The reviewers' votes, and the admin's own vote. */
export function VotesPanel({ nomination }: { nomination: ReviewedNomination }) {
  const report = useReport()
  const { mutateAsync, isPending, variables } = useVote(nomination.id)

  function cast(vote: (typeof votes)[number]['vote']) {
    if (!isPending) report(mutateAsync(vote), { failed: 'Your vote was not recorded' })
  }

  return (
    <Panel title="Votes" aside={`${yesVotes(nomination)} of ${nomination.votesNeeded} yes votes needed`}>
      {!nomination.decidedAt && (
        <fieldset className="mb-3 flex flex-wrap gap-2">
          <legend className="mb-1.5 text-quiet text-sm">Your vote</legend>
          {votes.map(({ vote, label }) => (
            <Button
              key={vote}
              tone={nomination.ownVote === vote ? 'neutral' : 'outline'}
              aria-pressed={nomination.ownVote === vote}
              busy={isPending && variables === vote}
              onClick={() => cast(vote)}
            >
              {label}
            </Button>
          ))}
        </fieldset>
      )}
      {nomination.votes.length === 0 ? (
        <p className="text-quiet">No votes{nomination.decidedAt ? '.' : ' yet.'}</p>
      ) : (
        <ul>
          {nomination.votes.map(({ actor, vote, at, counts }) => (
            <li key={`${actor} ${at}`} className="flex flex-wrap gap-x-3 border-base-300 border-b py-2 last:border-b-0">
              <span className="mr-auto min-w-0">{actor}</span>
              <span className="font-semibold">{votes.find((known) => known.vote === vote)?.label ?? vote}</span>
              <span className="w-full text-quiet text-sm">
                <Moment at={at} />
                {!counts && ' · Not counted, because this account can no longer use the console.'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
