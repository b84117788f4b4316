import type { ReactNode } from 'react'
import { Moment } from '@/ui/moment'
import { Notice } from '@/ui/notice'
import type { Poll } from './api'

/** When and why the office withdrew a consultation. */
export function WithdrawnNotice({ poll }: { poll: Pick<Poll, 'withdrawnAt' | 'withdrawReason' | 'hasVoted'> }) {
  return (
    <div className="mt-6">
      <Notice tone="danger" title="This consultation was withdrawn">
        <p className="whitespace-pre-line break-words">{poll.withdrawReason}</p>
        <p className="mt-2">
          The office withdrew it on <Moment at={poll.withdrawnAt} /> IST. There is no result
          {poll.hasVoted && ', and your vote is not counted'}.
        </p>
      </Notice>
    </div>
  )
}

/** That the votes of a secret ballot cannot be counted, and what follows from it. */
export function LostNotice({ poll, children }: { poll: Pick<Poll, 'closedAt'>; children: ReactNode }) {
  return (
    <div className="mt-6">
      <Notice tone="danger" title="The votes are lost">
        <p>
          The key that opens the votes was only on our server, so that no one could read them before the end of the
          vote. On <Moment at={poll.closedAt} /> IST the server found that this key is missing. No one can read or count
          the votes.
        </p>
        <p className="mt-2">{children}</p>
      </Notice>
    </div>
  )
}
