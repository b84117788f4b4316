import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import type { ReviewedNomination } from '@/lib/generated'
import { Button } from '@/ui/button'
import { useToast } from '@/ui/toast-queue'
import type { Act } from './calls'
import { Moment } from './moment'
import { Panel } from './panel'

const votes = [
  { vote: 'yes', label: 'Yes' },
  { vote: 'no', label: 'No' },
  { vote: 'abstain', label: 'Abstain' },
]

/** How many yes votes there are that count. */
export function yesVotes({ votes }: Pick<ReviewedNomination, 'votes'>): number {
  return votes.filter(({ vote, counts }) => vote === 'yes' && counts).length
}

/** How many more yes votes an approval needs; not above 0 where there are enough. */
export function missingVotes(nomination: Pick<ReviewedNomination, 'votes' | 'votesNeeded'>): number {
  return nomination.votesNeeded - yesVotes(nomination)
}

/** The reviewers' votes, and one's own. */
export function VotesPanel({ nomination, act }: { nomination: ReviewedNomination; act: Act }) {
  const toast = useToast()
  const [casting, setCasting] = useState('')

  async function cast(vote: string) {
    if (casting) return
    setCasting(vote)
    try {
      await act('PUT', 'vote', { vote })
    } catch (error) {
      toast({
        title: 'Your vote was not counted',
        description: messageOf(error, 'Please try again.'),
        destructive: true,
      })
    }
    setCasting('')
  }

  return (
    <Panel title="Votes" aside={`${yesVotes(nomination)} of ${nomination.votesNeeded} yes needed`}>
      {!nomination.decidedAt && (
        <fieldset className="mb-3 flex flex-wrap gap-2">
          <legend className="mb-1.5 text-quiet text-sm">Your vote</legend>
          {votes.map(({ vote, label }) => (
            <Button
              key={vote}
              tone={nomination.ownVote === vote ? 'neutral' : 'outline'}
              aria-pressed={nomination.ownVote === vote}
              busy={casting === vote}
              onClick={() => cast(vote)}
            >
              {label}
            </Button>
          ))}
        </fieldset>
      )}
      {nomination.votes.length === 0 ? (
        <p className="text-quiet">Nobody has voted{nomination.decidedAt ? '.' : ' yet.'}</p>
      ) : (
        <ul>
          {nomination.votes.map(({ actor, vote, at, counts }) => (
            <li key={`${actor} ${at}`} className="flex flex-wrap gap-x-3 border-base-300 border-b py-2 last:border-b-0">
              <span className="mr-auto [overflow-wrap:anywhere]">{actor}</span>
              <span className="font-semibold">{votes.find((known) => known.vote === vote)?.label ?? vote}</span>
              <span className="w-full text-quiet text-sm">
                <Moment at={at} />
                {!counts && ' · Does not count: this account may not use the console any more.'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
