import { Link } from 'react-router'
import type { Tier } from '@/lib/api-types'
import { paths } from '@/lib/paths'
import { PlanText } from '@/lib/texts'
import { PlanCard, PlanGrid, planHeadingId } from './plan-card'

/** How many features of a plan a summary has. */
const summaryFeatures = 4

/** The plans in short. The name of each leads to its place on the plans page. */
export function PlanSummary({ tiers }: { tiers: readonly Tier[] }) {
  return (
    <PlanGrid>
      {tiers.map((tier) => (
        <li key={tier.id}>
          <PlanCard
            tier={tier}
            maxFeatures={summaryFeatures}
            heading={
              <h3 id={planHeadingId(tier)} className="display-3">
                <Link
                  to={`${paths.membershipPlans}#${planHeadingId(tier)}`}
                  className="decoration-1 underline-offset-4 hover:underline"
                >
                  <PlanText translation={tier.translation?.name}>{tier.name}</PlanText>
                </Link>
              </h3>
            }
          />
        </li>
      ))}
    </PlanGrid>
  )
}
