import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Tier } from '@/lib/api-types'
import { useConfig } from '@/lib/config'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'
import { tiersQuery } from './api'
import { TierEntry, type TierOffer } from './tier-entry'

type TiersPageProps = {
  /** The tier whose purchase is being opened. */
  busyId: string | undefined
  onChoose: (tier: Tier) => void
  /** Compares a tier with the reader's membership. */
  offerOf?: (tier: Tier) => TierOffer
  /** A notice that readers need before they choose. */
  notice?: ReactNode
}

/** The membership plans with their prices and features. */
export function TiersPage({ busyId, onChoose, offerOf, notice }: TiersPageProps) {
  const { data: tiers, isPending, isError } = useQuery(tiersQuery)
  const needsApproval = tiers?.some((tier) => tier.isApprovalRequired)
  const isClosed = useConfig()?.paymentsEnabled === false
  return (
    <div className="page py-16 md:py-24">
      <p className="chapter">Membership</p>
      <h1 className="display-1 mt-4">Take your seat in the circle</h1>
      <p className="lede mt-6 max-w-text">
        The circle is for women who serve on a board in India today.{' '}
        {needsApproval
          ? 'People who have been invited become members by choosing one of these plans.'
          : 'Choose one of these plans to become a member.'}
      </p>
      {isClosed && (
        <div className="mt-8 max-w-text">
          <Notice tone="warning" title="Memberships can’t be bought right now">
            We are still setting up payment. Please write to us, and we will email you as soon as it is ready.
          </Notice>
        </div>
      )}
      {notice && <div className="mt-8 max-w-text">{notice}</div>}
      <div className="mt-14 md:mt-20">
        {isPending && <Spinner label="Loading membership plans…" />}
        {isError && <NotReady />}
        {tiers?.length === 0 && <ComingSoon />}
        {tiers && tiers.length > 0 && (
          <>
            {tiers.map((tier) => (
              <TierEntry
                key={tier.id}
                tier={tier}
                busy={busyId === tier.id}
                offer={isClosed ? { ...offerOf?.(tier), forSale: false } : offerOf?.(tier)}
                onChoose={onChoose}
              />
            ))}
            <Questions />
          </>
        )}
      </div>
    </div>
  )
}

function NotReady() {
  return (
    <EmptyState
      title="Currently setting up membership plans. Please check back soon!"
      action={<ButtonLink to={paths.home}>Back to Home</ButtonLink>}
    />
  )
}

function ComingSoon() {
  return (
    <EmptyState
      title="Membership Plans Coming Soon"
      action={<ButtonLink to={paths.register}>Join Our Waitlist</ButtonLink>}
    />
  )
}

function Questions() {
  return (
    <section
      aria-labelledby="tier-questions"
      className="flex flex-wrap items-center justify-between gap-x-12 gap-y-6 border-base-content border-t-2 pt-10"
    >
      <div className="max-w-text">
        <h2 id="tier-questions" className="display-3">
          Not sure which plan to choose?
        </h2>
        <p className="mt-2 text-quiet">Write to us before you decide. Fees are paid in full and are not refunded.</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.contact}>Send an Enquiry</ButtonLink>
        <ButtonLink tone="outline" to={paths.about}>
          Learn More<span className="sr-only"> about the circle</span>
        </ButtonLink>
      </div>
    </section>
  )
}
