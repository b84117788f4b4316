import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { count } from '@/lib/formats'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { type Clock, urgencyOf, urgentOnes } from './dashboard-urgent'

type DashboardNoticesProps = {
  /** The number of pending transactions. */
  pending: number
  /** The number of payments without a transaction, and of transactions that need attention. */
  unknown: number
  needAttention: number
  clocks: readonly Clock[]
}

/** The urgent tasks: payments that are pending or need attention, and nominations whose 48 hours are about to end. */
export function DashboardNotices({ pending, unknown, needAttention, clocks }: DashboardNoticesProps) {
  const urgency = urgencyOf(clocks)
  const urgent = urgentOnes(clocks)
  const [first] = urgent
  return (
    // Mounted while it is empty, so that a screen reader announces what appears in it.
    <div role="status" className="empty:hidden mb-6 flex flex-col gap-2">
      {pending > 0 && (
        <Line to={href(paths.adminTransactions, { status: 'pending' })} action="Show them">
          You have {count(pending)} pending {pending === 1 ? 'transaction that requires' : 'transactions that require'}{' '}
          attention.
        </Line>
      )}
      {unknown > 0 && (
        <Line
          to={href(paths.adminUnknownPayments, { attention: 'any' })}
          action={unknown === 1 ? 'Look at it' : 'Look at them'}
        >
          {unknown === 1 ? '1 payment belongs' : `${count(unknown)} payments belong`} to no transaction here.
        </Line>
      )}
      {needAttention > 0 && (
        <Line
          to={href(paths.adminTransactions, { attention: 'any' })}
          action={needAttention === 1 ? 'Look at it' : 'Look at them'}
        >
          {needAttention === 1
            ? '1 transaction needs attention.'
            : `${count(needAttention)} transactions need attention.`}
        </Line>
      )}
      {urgency && (
        <Line
          // A single nomination is linked directly.
          to={first?.id && urgent.length === 1 ? href(paths.adminNomination, { id: first.id }) : paths.adminNominations}
          action={urgent.length === 1 ? 'Review it' : 'Review them'}
        >
          {urgency}
        </Line>
      )}
    </div>
  )
}

function Line({ to, action, children }: { to: string; action: string; children: ReactNode }) {
  return (
    <p className="border-primary border-l-4 bg-primary/12 px-5 py-3">
      <span className="mr-4 font-semibold">{children}</span>
      <Link to={to} className="-my-2.5 inline-block whitespace-nowrap py-2.5 text-link">
        {action}
      </Link>
    </p>
  )
}
