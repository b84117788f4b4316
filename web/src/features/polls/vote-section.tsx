import { useId, useState } from 'react'
import { date } from '@/lib/formats'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { CopyButton } from '@/ui/copy-button'
import { LeaveGuard } from '@/ui/leave-guard'
import { Notice } from '@/ui/notice'
import { useReport } from '@/ui/use-report'
import { type Poll, useVote } from './api'

type VoteSectionProps = { poll: Poll; onReceipt: (code: string) => void }

/** The open vote: the ballot paper, and after the vote a notice. */
export function VoteSection({ poll, onReceipt }: VoteSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-10 border-base-300 border-t pt-6">
      <h2 id={id} className="display-3">
        {poll.question}
      </h2>
      {poll.hasVoted && <OwnVote poll={poll} />}
      {!poll.hasVoted && poll.canVote && <BallotPaper poll={poll} onReceipt={onReceipt} />}
      {!poll.hasVoted && !poll.canVote && (
        <p className="mt-3 text-quiet">
          {new Date(poll.votingEndsAt) <= new Date()
            ? 'The vote has ended. The votes are being counted.'
            : 'This vote had opened before your membership began, so you cannot vote in it.'}
        </p>
      )}
    </section>
  )
}

function BallotPaper({ poll, onReceipt }: { poll: Poll; onReceipt: (code: string) => void }) {
  const [choice, setChoice] = useState(0)
  const [asking, setAsking] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const vote = useVote(poll.id)
  const report = useReport()
  const name = useId()

  async function act() {
    await report(vote.mutateAsync(choice), {
      done: ({ code }) => {
        onReceipt(code)
        return { title: 'Your vote is counted' }
      },
      failed: 'Your vote was not counted',
    })
    setAsking(false)
  }

  return (
    <form
      className="mt-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(choice === 0)
        if (choice > 0) setAsking(true)
      }}
    >
      <fieldset aria-describedby={isMissing ? `${name}-missing` : undefined}>
        <legend className="sr-only">{poll.question}</legend>
        {poll.options.map((option, index) => (
          <label key={option} className="flex min-h-12 cursor-pointer items-center gap-3 border-base-300 border-b py-2">
            <input
              type="radio"
              className="radio"
              name={name}
              checked={choice === index + 1}
              onChange={() => {
                setChoice(index + 1)
                setMissing(false)
              }}
            />
            <span className="min-w-0 break-words">{option}</span>
          </label>
        ))}
      </fieldset>
      {isMissing && (
        <p id={`${name}-missing`} role="alert" className="mt-2 font-medium text-error text-sm">
          Please choose one of the options
        </p>
      )}
      <p className="mt-4 text-quiet text-sm">
        {poll.ballot === 'secret'
          ? 'This ballot is secret. We store that you have voted, and apart from it your vote, so that no one can match the two. You get a receipt with which you can find your vote in the published list.'
          : 'This ballot is open. Members see your name with your vote after the result is published.'}
      </p>
      <Button type="submit" className="mt-4">
        Vote
      </Button>
      <Confirm
        open={asking}
        title={`Vote for “${poll.options[choice - 1]}”?`}
        confirmLabel="Cast my vote"
        isDestructive={false}
        busy={vote.isPending}
        onConfirm={act}
        onClose={() => setAsking(false)}
      >
        <p>{poll.question}</p>
        <p className="mt-3">You have one vote, and you cannot change it.</p>
      </Confirm>
    </form>
  )
}

function OwnVote({ poll: { ballot, ownChoice, options, votingEndsAt } }: { poll: Poll }) {
  return (
    <div className="mt-4">
      <Notice tone="success" title="You have voted">
        <p>
          {ballot === 'open'
            ? `You voted for “${options[ownChoice - 1]}”. `
            : 'The ballot is secret, so we do not know what you voted for. '}
          The vote ends on {date(votingEndsAt)}. We email you when the result is published.
        </p>
      </Notice>
    </div>
  )
}

/** The receipt of a secret ballot. It is on the page until the member has stored it. */
export function ReceiptNotice({ code, onSaved }: { code: string; onSaved: () => void }) {
  return (
    <div className="mt-8">
      <LeaveGuard dirty title="Have you stored your receipt?" loss="We cannot show your receipt again." />
      <Notice tone="success" title="Your vote is counted. This is your receipt">
        <p className="my-3 flex flex-wrap items-center gap-2">
          <span className="font-mono font-semibold text-2xl tracking-wide">{code}</span>
          <CopyButton text={code} label={`Copy the receipt ${code}`} copied={{ title: 'The receipt was copied' }} />
        </p>
        <p>
          Write it down or store it now. We cannot show it again, because it is stored with your vote and not with your
          name. After the result you can find your vote with it.
        </p>
        <Button tone="outline" className="mt-4" onClick={onSaved}>
          I have stored my receipt
        </Button>
      </Notice>
    </div>
  )
}
