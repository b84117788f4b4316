import type { ReactNode } from 'react'
import { consolePaths, unknownPayments } from '@/lib/console-paths'
import { count } from '@/lib/formats'
import { href } from '@/lib/href'
import { ButtonLink } from '@/ui/button'
import { type Clock, urgencyOf, urgentOnes } from './dashboard-urgent'

type DashboardNoticesProps = {
  clocks: readonly Clock[]
  /** The number of payments without a transaction, and of transactions that need attention. */
  unknown: number
  needAttention: number
  /** The number of emails of the last 30 days that failed. */
  failedEmails: number
  /** The number of pending transactions. */
  pending: number
}

/**
 * What needs a decision, the most urgent first: nominations whose 48 hours are about to end, payments that need
 * attention, failed emails and pending transactions.
 */
export function DashboardNotices({ clocks, unknown, needAttention, failedEmails, pending }: DashboardNoticesProps) {
  const urgency = urgencyOf(clocks)
  const urgent = urgentOnes(clocks)
  const [first] = urgent
  return (
    // Mounted while it is empty, so that a screen reader announces what appears in it.
    <div role="status" className="empty:hidden mb-8 border-base-300 border-t">
      {urgency && (
        <Line
          // A single nomination is linked directly.
          to={
            first?.id && urgent.length === 1
              ? href(consolePaths.nomination, { id: first.id })
              : consolePaths.nominations
          }
          action={urgent.length === 1 ? 'Review it' : 'Review them'}
        >
          {urgency}
        </Line>
      )}
      {unknown > 0 && (
        <Line to={unknownPayments({ attention: 'any' })} action={unknown === 1 ? 'Match it' : 'Match them'}>
          {unknown === 1 ? '1 payment is' : `${count(unknown)} payments are`} not matched to a transaction.
        </Line>
      )}
      {needAttention > 0 && (
        <Line
          to={href(consolePaths.transactions, { attention: 'any' })}
          action={needAttention === 1 ? 'Resolve it' : 'Resolve them'}
        >
          {needAttention === 1
            ? '1 transaction needs attention.'
            : `${count(needAttention)} transactions need attention.`}
        </Line>
      )}
      {failedEmails > 0 && (
        <Line
          to={href(consolePaths.emails, { status: 'failed' })}
          action={failedEmails === 1 ? 'Review it' : 'Review them'}
        >
          {failedEmails === 1
            ? '1 email from the last 30 days was not sent.'
            : `${count(failedEmails)} emails from the last 30 days were not sent.`}
        </Line>
      )}
      {pending > 0 && (
        <Line
          to={href(consolePaths.transactions, { status: 'pending' })}
          action={pending === 1 ? 'Show it' : 'Show them'}
        >
          You have {count(pending)} pending {pending === 1 ? 'transaction that requires' : 'transactions that require'}{' '}
          attention.
        </Line>
      )}
    </div>
  )
}

function Line({ to, action, children }: { to: string; action: string; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-6 border-base-300 border-b border-l-4 border-l-primary bg-primary/12 py-1.5 pr-2 pl-5 max-sm:pt-3">
      <span className="font-semibold leading-snug">{children}</span>
      <ButtonLink tone="quiet" className="text-accent underline underline-offset-4 max-sm:-ml-4.5" to={to}>
        {action}
      </ButtonLink>
    </p>
  )
}
