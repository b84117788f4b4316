import { Fragment } from 'react'
import { Link } from 'react-router'
import type { Tier } from '@/lib/api-types'
import { type CircleModule, modulePhrases } from '@/lib/modules'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Spinner } from '@/ui/spinner'
import { useTiers } from './api'
import { planHeadingId } from './plan-card'

type ClosedModuleProps = {
  module: CircleModule
  /** 1 for a page without another heading. */
  level: 1 | 2
}

/** Replaces a page that the member's plan does not open: says so, and leads to the plans on sale that open it. */
export function ClosedModule({ module, level }: ClosedModuleProps) {
  const { data: tiers, isPending } = useTiers()
  const phrase = modulePhrases[module]
  const opening = tiers?.filter(({ modules }) => modules.includes(module)) ?? []
  return (
    <EmptyState
      level={level}
      title={`Your plan does not include ${phrase}.`}
      action={
        opening.length > 0 ? (
          <ButtonLink to={`${paths.membershipPlans}#compare`}>Compare the plans</ButtonLink>
        ) : (
          <ButtonLink tone="outline" to={paths.contact}>
            Send an enquiry
          </ButtonLink>
        )
      }
    >
      {isPending && <Spinner label="Loading the plans…" />}
      {!isPending && opening.length === 0 && <p>No plan on sale includes {phrase}.</p>}
      {opening.length > 0 && (
        <p>
          You have {phrase} with <PlanLinks tiers={opening} />.
        </p>
      )}
    </EmptyState>
  )
}

const list = new Intl.ListFormat('en-GB', { type: 'disjunction' })

function PlanLinks({ tiers }: { tiers: readonly Tier[] }) {
  const parts = list.formatToParts(tiers.map(({ id }) => id))
  return parts.map(({ type, value }) => {
    const tier = type === 'element' && tiers.find(({ id }) => id === value)
    if (!tier) return <Fragment key={value}>{value}</Fragment>
    return (
      <Link key={value} to={`${paths.membershipPlans}#${planHeadingId(tier)}`} className="text-link">
        {tier.name}
      </Link>
    )
  })
}
