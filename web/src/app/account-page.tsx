import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { profileQuery } from '@/features/accounts/own/api'
import { ownNominationQuery } from '@/features/nominations/api'
import { OwnNominationNotice } from '@/features/nominations/own-nomination'
import { mineQuery } from '@/features/payments/api'
import { MembershipCard } from '@/features/payments/membership-card'
import { SeatsSummary } from '@/features/payments/seats-summary'
import { useTiers } from '@/features/tiers/api'
import { date } from '@/lib/formats'
import { href } from '@/lib/href'
import { useHasCircle } from '@/lib/modules'
import { ownCircleQuery } from '@/lib/own-circle'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { ButtonLink } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { OwnCircleFacts, returnTo } from '@/ui/own-circle'
import { Spinner } from '@/ui/spinner'
import { type NextStep, nextSteps } from './next-steps'

/** The account's overview: the membership card, the next steps and the status of the nomination. */
export function AccountPage() {
  const { user } = useSession()
  const mine = useQuery({ ...mineQuery, staleTime: 0 })
  const nomination = useQuery(ownNominationQuery)
  // If the profile cannot be read, the card shows no portrait.
  const { data: profile } = useQuery(profileQuery)
  const { data: tiers = [] } = useTiers()
  const hasCircle = useHasCircle()
  const needsApproval = tiers.some((tier) => tier.isApprovalRequired)
  if (!user) return null
  if (mine.error)
    return (
      <LoadError
        title="Your account could not be loaded"
        error={mine.error}
        busy={mine.isFetching}
        onRetry={() => mine.refetch()}
      />
    )
  if (!mine.data) return <Spinner label="Loading your account…" />
  const { state } = mine.data.entitlement
  const isMember = state === 'active' || state === 'grace'
  const steps = nomination.data ? nextSteps(mine.data, nomination.data, needsApproval) : []
  return (
    <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[28rem_minmax(0,1fr)]">
      <MembershipCard name={user.name} portrait={profile?.portrait ?? ''} mine={mine.data} />
      <div className="flex min-w-0 flex-col gap-10">
        {isMember && hasCircle && <CircleSection />}
        <SeatsSummary />
        {steps.map((step) => (
          <Step key={step.title} step={step} isMember={isMember}>
            {state === 'lapsed' && <ReturnTo />}
          </Step>
        ))}
        <OwnNominationNotice />
        <AcceptedTerms since={user.createdAt} />
      </div>
    </div>
  )
}

/** Leads to the legal pages as they were when the member opened the account. */
function AcceptedTerms({ since }: { since: string }) {
  return (
    <p className="max-w-text text-quiet">
      You opened this account on {date(since)}. Read the{' '}
      <Link to={href(paths.terms, { on: since })} className="text-link">
        terms
      </Link>{' '}
      and the{' '}
      <Link to={href(paths.privacy, { on: since })} className="text-link">
        privacy policy
      </Link>{' '}
      of that day.
    </p>
  )
}

/** Leads a member to the circle. */
function CircleSection() {
  const { data: own } = useQuery(ownCircleQuery)
  return (
    <section aria-labelledby="circle" className="max-w-text border-base-content border-t-2 pt-5">
      <h2 id="circle" className="display-3">
        Your circle
      </h2>
      <div className="mt-1 text-quiet">{own && <OwnCircleFacts own={own} start="You have" />}</div>
      <ButtonLink to={paths.circle} className="mt-5">
        Go to the circle
      </ButtonLink>
    </section>
  )
}

/** What a person whose membership has ended would return to. If it cannot be read, the step is enough. */
function ReturnTo() {
  const { data: own } = useQuery(ownCircleQuery)
  return own && <OwnCircleFacts own={own} start={returnTo} />
}

type StepProps = { step: NextStep; isMember: boolean; children: ReactNode }

/** A member's first button leads to the circle, unless the membership would end. */
function Step({ step, isMember, children }: StepProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="max-w-text border-base-content border-t-2 pt-5">
      <p className="chapter">Next step</p>
      <h2 id={headingId} className="display-3 mt-2">
        {step.title}
      </h2>
      <p className="mt-1 text-quiet">{step.text}</p>
      {children && <div className="mt-3">{children}</div>}
      {step.to && (
        <ButtonLink to={step.to} tone={isMember && !step.isUrgent ? 'outline' : 'primary'} className="mt-5">
          {step.action}
        </ButtonLink>
      )}
    </section>
  )
}
