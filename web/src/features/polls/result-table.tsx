import { counted } from '@/lib/formats'
import type { Poll } from './api'
import { outcomeText, percentage, turnoutText, twiceText } from './labels'

type ResultTableProps = { poll: Pick<Poll, 'result' | 'options' | 'quorum' | 'question'> }

/** The result of a vote: the outcome, and the votes of each option. */
export function ResultTable({ poll }: ResultTableProps) {
  const { result, options, question, quorum } = poll
  if (!result) return null
  const twice = twiceText(result.twice)
  return (
    <>
      <p className="mt-4 text-quiet">{question}</p>
      <p className="mt-1 font-semibold text-lg">{outcomeText(poll)}</p>
      <table className="mt-4 w-full">
        <caption className="sr-only">The votes of each option</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Option</th>
            <th scope="col">Votes</th>
          </tr>
        </thead>
        <tbody>
          {options.map((option, index) => {
            const votes = result.votes[index] ?? 0
            const share = percentage(votes, result.total)
            return (
              <tr key={option} className="border-base-300 border-b align-top">
                <th scope="row" className="py-3 pr-4 text-left font-medium">
                  <span className="break-words">{option}</span>
                  <span className="mt-2 block h-2 bg-base-200" aria-hidden="true">
                    <span className="block h-full bg-primary print:bg-black" style={{ width: `${share}%` }} />
                  </span>
                </th>
                <td className="w-32 py-3 text-right tabular-nums">
                  {counted(votes, 'vote')}
                  <span className="block text-quiet text-sm">{share}%</span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="mt-3 text-quiet">
        {turnoutText(result)}. {quorum > 0 ? `The quorum was ${counted(quorum, 'vote')}.` : 'There was no quorum.'}
      </p>
      {twice && <p className="mt-3 text-quiet">{twice}</p>}
    </>
  )
}

/** Why the office closed a vote before its end, if it did. */
export function CloseReason({ reason }: { reason: string }) {
  return reason && <p className="mt-3">The office closed the vote before its end: {reason}</p>
}
