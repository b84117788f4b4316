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
