import { counted } from '@/lib/formats'
import type { BadgeTone } from '@/ui/badge'
import type { Poll } from './api'

type State = Poll['state']

export const states: Readonly<Record<State, { label: string; tone: BadgeTone }>> = {
  draft: { label: 'Draft', tone: 'outline' },
  discussing: { label: 'In discussion', tone: 'brand' },
  voting: { label: 'Vote open', tone: 'success' },
  closed: { label: 'Vote closed', tone: 'plain' },
  published: { label: 'Result published', tone: 'plain' },
  withdrawn: { label: 'Withdrawn', tone: 'danger' },
  lost: { label: 'Votes lost', tone: 'danger' },
}

export const ballotKinds: Readonly<Record<Poll['ballot'], string>> = {
  secret: 'Secret ballot',
  open: 'Open ballot: names are shown with the votes after the result is published',
}

/** What a vote has decided, as a sentence. */
export function outcomeText({ result, options, quorum }: Pick<Poll, 'result' | 'options' | 'quorum'>): string {
  switch (result?.outcome) {
    case 'decided':
      return `The circle has decided: ${options[result.votes.indexOf(Math.max(...result.votes))]}.`
    case 'tied':
      return 'The vote is tied, so it has decided nothing.'
    case 'no-quorum':
      return `The quorum was ${counted(quorum, 'vote')}, and ${counted(result.total, 'member')} voted. The vote has decided nothing.`
    case 'no-votes':
      return 'No member has voted.'
    default:
      return ''
  }
}

/** The share of the votes in whole percent. */
export function percentage(votes: number, total: number): number {
  return total === 0 ? 0 : Math.round((votes / total) * 100)
}

/** How many members have voted, of those who could. */
export function turnoutText({ total, members }: NonNullable<Poll['result']>): string {
  return `${counted(total, 'vote')}, of ${counted(members, 'member')} who could vote (${percentage(total, members)}%)`
}

/** What members must know about two accounts of one person, or "". */
export function twiceText(twice: number): string {
  if (twice === 0) return ''
  const who = twice === 1 ? 'One person' : `${twice} people`
  return `${who} voted with two accounts before the accounts were merged. A secret ballot does not show which votes these are, so both are counted.`
}
