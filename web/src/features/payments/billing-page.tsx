import { useQuery } from '@tanstack/react-query'
import { messageOf } from '@/lib/api-error'
import type { Mine } from '@/lib/api-types'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'
import { mineQuery } from './api'
import { BillingPanel } from './billing-panel'
import { MandatePanel } from './mandate-panel'
import { MembershipPanel } from './membership-panel'
import { PaymentsTable } from './payments-table'
import { SeatsPanel } from './seats-panel'

/** A member's membership, its mandate and the member's payments. */
export function BillingPage() {
  // Members come to see whether it has changed.
  const { data: mine, isPending, error, refetch, isFetching } = useQuery({ ...mineQuery, staleTime: 0 })
  return (
    <div className="flex min-w-0 flex-col gap-14">
      {isPending && <Spinner label="Loading your membership…" />}
      {error && (
        <Notice tone="danger" title="Your membership could not be loaded.">
          <p>{messageOf(error, 'Please try again.')}</p>
          <Button tone="outline" className="mt-4" busy={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {mine && <Holdings mine={mine} isFetching={isFetching} onRefresh={refetch} />}
    </div>
  )
}

type HoldingsProps = { mine: Mine; isFetching: boolean; onRefresh: () => void }

function Holdings({ mine, isFetching, onRefresh }: HoldingsProps) {
  return (
    <>
      {mine.isPlaceMissing && (
        <Notice tone="warning" title="Please complete your billing details">
          <p>
            The tax on your invoices depends on your state, and an invoice of ₹50,000 or more must show your address.
            Please enter what is missing in your{' '}
            <a href="#billing-title" className="text-link">
              billing details
            </a>
            . Until then, we cannot issue your next tax invoice.
          </p>
        </Notice>
      )}
      {mine.membership ? (
        <MembershipPanel membership={mine.membership} entitlement={mine.entitlement} mandate={mine.subscription} />
      ) : (
        <NoMembership />
      )}
      {mine.subscription && (
        <MandatePanel
          mandate={mine.subscription}
          accessUntil={mine.entitlement.state === 'active' ? mine.entitlement.endsAt : null}
        />
      )}
      <SeatsPanel />
      <section aria-labelledby="payments-title">
        <div className="flex flex-wrap items-center justify-between gap-3 border-base-300 border-b pb-2">
          <h2 id="payments-title" className="display-3">
            Payments
          </h2>
          <Button tone="quiet" busy={isFetching} onClick={onRefresh}>
            Refresh
          </Button>
        </div>
        {mine.transactions.length > 0 ? (
          <PaymentsTable payments={mine.transactions} />
        ) : (
          <p className="py-6 text-quiet">No payments yet. Your payments and their receipts will appear here.</p>
        )}
      </section>
      <BillingPanel payments={mine.transactions} />
    </>
  )
}

function NoMembership() {
  return (
    <EmptyState title="No membership yet" action={<ButtonLink to={paths.membershipPlans}>See the plans</ButtonLink>}>
      <p>Your plan and its receipts appear here once you join.</p>
    </EmptyState>
  )
}
