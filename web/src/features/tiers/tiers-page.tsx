import type { ReactNode } from 'react'
import type { Tier } from '@/lib/api-types'
import { useConfig } from '@/lib/config'
import { useHasTarget } from '@/lib/landing-sections'
import { paths } from '@/lib/paths'
import { PlanText, useTexts } from '@/lib/texts'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'
import { useTiers } from './api'
import { PlanGrid } from './plan-card'
import { PlanTable } from './plan-table'
import { TierEntry, type TierOffer } from './tier-entry'

type TiersPageProps = {
  /** The tier whose purchase is being opened. */
  busyId: string | undefined
  onChoose: (tier: Tier) => void
  /** Whether the reader has a membership, or one that starts later. */
  hasMembership: boolean
  /** Compares a tier with the reader's membership. */
  offerOf?: (tier: Tier) => TierOffer
  /** The name of the reader's plan, if it is no longer sold. */
  retired?: string
  /** A notice that readers need before they choose. */
  notice?: ReactNode
}

/** The membership plans with their prices and features. */
export function TiersPage({ busyId, onChoose, hasMembership, offerOf, retired, notice }: TiersPageProps) {
  const { data: tiers, isPending, isError } = useTiers()
  const needsApproval = tiers?.some((tier) => tier.isApprovalRequired)
  const text = useTexts('plans')
  const isClosed = useConfig()?.paymentsEnabled === false
  const canChoose = Boolean(tiers?.length) && !isClosed && !hasMembership
  return (
    <div className="page py-16 md:py-24">
      <p className="chapter">{text('chapter')}</p>
      <h1 className="display-1 mt-4">{text('title')}</h1>
      <p className="lede mt-6 max-w-text">
        {text('intro')} {canChoose && text(needsApproval ? 'forInvited' : 'forAll')}
      </p>
      {isClosed && (
        <div className="mt-8 max-w-text">
          <Notice tone="warning" title={text('closed.title')}>
            {text('closed.text')}
          </Notice>
        </div>
      )}
      {notice && <div className="mt-8 max-w-text">{notice}</div>}
      <div className="mt-14 md:mt-20">
        {isPending && <Spinner label={text('loading')} />}
        {isError && <NotReady />}
        {tiers?.length === 0 && <ComingSoon />}
        {tiers && tiers.length > 0 && (
          <>
            <PlanGrid>
              {tiers.map((tier) => (
                <li key={tier.id}>
                  <TierEntry
                    tier={tier}
                    busy={busyId === tier.id}
                    offer={isClosed ? { ...offerOf?.(tier), forSale: false } : offerOf?.(tier)}
                    onChoose={onChoose}
                  />
                </li>
              ))}
            </PlanGrid>
            {tiers.length > 1 && <Comparison tiers={tiers} offerOf={offerOf} retired={retired} />}
            <Questions />
          </>
        )}
      </div>
    </div>
  )
}

function NotReady() {
  const text = useTexts('plans')
  return (
    <EmptyState
      title={text('notReady.title')}
      action={<ButtonLink to={paths.home}>{text('notReady.home')}</ButtonLink>}
    />
  )
}

function ComingSoon() {
  const text = useTexts('plans')
  return (
    <EmptyState
      title={text('comingSoon.title')}
      action={<ButtonLink to={paths.register}>{text('comingSoon.waitlist')}</ButtonLink>}
    />
  )
}

type ComparisonProps = { tiers: Tier[] } & Pick<TiersPageProps, 'offerOf' | 'retired'>

function Comparison({ tiers, offerOf, retired }: ComparisonProps) {
  const text = useTexts('plans')
  return (
    <section id="compare" aria-labelledby="tier-comparison" className="pt-16 md:pt-20">
      <h2 id="tier-comparison" className="display-2">
        {text('compare.title')}
      </h2>
      {retired && (
        <p className="mt-4 max-w-text">{text('compare.retired', { plan: <PlanText>{retired}</PlanText> })}</p>
      )}
      <div className="mt-6 md:mt-10">
        <PlanTable tiers={tiers} badgeOf={(tier) => offerOf?.(tier).badge} />
      </div>
    </section>
  )
}

function Questions() {
  const text = useTexts('plans')
  const hasTarget = useHasTarget()
  return (
    <section
      aria-labelledby="tier-questions"
      className="mt-16 flex flex-wrap items-center justify-between gap-x-12 gap-y-6 border-base-content border-t-2 pt-10 md:mt-20"
    >
      <div className="max-w-text">
        <h2 id="tier-questions" className="display-3">
          {text('questions.title')}
        </h2>
        <p className="mt-2 text-quiet">{text('questions.text')}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.contact}>{text('questions.enquiry')}</ButtonLink>
        {hasTarget(paths.about) && (
          <ButtonLink tone="outline" to={paths.about}>
            {text('questions.learnMore')}
            <span className="sr-only"> {text('questions.learnMoreNote')}</span>
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
