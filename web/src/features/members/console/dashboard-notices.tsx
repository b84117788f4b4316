import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '@/lib/paths'
import { type Clock, urgencyOf } from './dashboard-urgent'

/** What presses: payments that hang, and nominations whose 48 hours run out. */
export function DashboardNotices({ pending, clocks }: { pending: number; clocks: readonly Clock[] }) {
  const urgency = urgencyOf(clocks)
  return (
    // mounted while it is empty, so that what comes is spoken
    <div role="status" className="empty:hidden mb-6 flex flex-col gap-2">
      {pending > 0 && (
        <Line to={`${paths.adminTransactions}?status=pending`} action="Show them">
          You have {pending.toLocaleString('en-IN')} pending{' '}
          {pending === 1 ? 'transaction that requires' : 'transactions that require'} attention.
        </Line>
      )}
      {urgency && (
        <Line to={paths.adminNominations} action="Review them">
          {urgency}
        </Line>
      )}
    </div>
  )
}

function Line({ to, action, children }: { to: string; action: string; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 border-primary border-l-4 bg-primary/12 px-5 py-1">
      <span className="py-2 font-semibold">{children}</span>
      <Link to={to} className="flex min-h-11 items-center text-link">
        {action}
      </Link>
    </p>
  )
}
