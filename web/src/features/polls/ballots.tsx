import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Disclosure } from '@/ui/disclosure'
import { LoadError } from '@/ui/empty-state'
import { Field } from '@/ui/field'
import { Spinner } from '@/ui/spinner'
import { ballotsQuery, type OptionBallots, type Poll } from './api'

/** The published votes: receipts of a secret ballot, names of an open one. */
export function Ballots({ poll }: { poll: Poll }) {
  const { data, error, isFetching, refetch } = useQuery(ballotsQuery(poll.id))
  if (!data && error)
    return <LoadError title="The votes could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
  if (!data) return <Spinner label="Loading the votes…" />
  const isSecret = poll.ballot === 'secret'
  return (
    <div className="mt-5">
      {isSecret && <ReceiptSearch poll={poll} ballots={data} />}
      <Disclosure label={isSecret ? 'All receipts' : 'Who voted for what'} className="mt-3">
        <BallotLists options={poll.options} ballots={data} isSecret={isSecret} />
      </Disclosure>
    </div>
  )
}

type BallotListsProps = { options: readonly string[]; ballots: readonly OptionBallots[]; isSecret: boolean }

/** The votes of each option. */
export function BallotLists({ options, ballots, isSecret }: BallotListsProps) {
  return ballots.map(({ option, voters }) => (
    <div key={option} className="mt-4">
      <p className="font-semibold">{options[option - 1]}</p>
      {voters.length === 0 ? (
        <p className="text-quiet">No votes.</p>
      ) : (
        <ul
          aria-label={`Votes for ${options[option - 1]}`}
          className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-x-4 gap-y-1"
        >
          {voters.map((voter, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two members can have one name, and the list never changes
            <li key={index} className={isSecret ? 'font-mono text-sm' : 'break-words'}>
              {voter}
            </li>
          ))}
        </ul>
      )}
    </div>
  ))
}

/** Finds the vote of a receipt. The receipt is not sent to the server. */
function ReceiptSearch({ poll, ballots }: { poll: Poll; ballots: readonly OptionBallots[] }) {
  const [typed, setTyped] = useState('')
  const id = useId()
  const code = typed.toUpperCase().replace(/[^A-Z2-7]/g, '')
  const found = ballots.find(({ voters }) => voters.some((voter) => voter.replaceAll('-', '') === code))
  return (
    <div className="max-w-sm">
      <Field id={id} label="Find your vote" hint="Enter your receipt, such as K7QM-2XPD-WRTL." hasDefault>
        {(control) => (
          <input
            className="input font-mono"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            {...control}
          />
        )}
      </Field>
      <p role="status" className="mt-2 font-medium">
        {code.length >= 12 &&
          (found
            ? `This vote was counted for “${poll.options[found.option - 1]}”.`
            : 'No vote has this receipt. Please check each letter. If it is right, write to the office.')}
      </p>
    </div>
  )
}
