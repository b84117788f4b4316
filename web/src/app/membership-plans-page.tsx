import { useQuery } from '@tanstack/react-query'
import { lazy, useCallback } from 'react'
import { ownNominationQuery } from '@/features/nominations/api'
import { ApprovalNotice } from '@/features/nominations/own-nomination'
import { mineQuery } from '@/features/payments/api'
import { offerOf, retiredPlan } from '@/features/payments/offer'
import { type Admission, Purchase } from '@/features/payments/purchase'
import { useTiers } from '@/features/tiers/api'
import { tierButtonId } from '@/features/tiers/tier-entry'
import { TiersPage } from '@/features/tiers/tiers-page'
import type { Tier } from '@/lib/api-types'
import { useDates } from '@/lib/language'
import { useSession } from '@/lib/session'
import { useTexts } from '@/lib/texts'

const ByInvitation = lazy(() =>
  import('@/features/nominations/own-nomination').then((module) => ({ default: module.ByInvitation })),
)

export function MembershipPlansPage() {
  const text = useTexts('plans')
  const offers = { text: useTexts('checkout').group('offers'), date: useDates().date }
  const { data: tiers = [] } = useTiers()
  const needsApproval = tiers.some((tier) => tier.isApprovalRequired)
  const admission = useAdmission(needsApproval)
  const { user } = useSession()
  const { data: mine } = useQuery({ ...mineQuery, enabled: Boolean(user) })
  const hasMembership = Boolean(user?.isMember) || mine?.entitlement.state === 'upcoming'
  const offer = (tier: Tier) => ({
    ...(user && mine ? offerOf(mine, tier, offers) : { forSale: true }),
    needsApproval: admission === 'no',
  })
  const focusBack = useCallback((tierId: string) => document.getElementById(tierButtonId(tierId))?.focus(), [])
  const refusal = {
    title: text('approval.title'),
    content: (onClose: () => void) => <ByInvitation onClose={onClose} />,
  }
  return (
    <Purchase tiers={tiers} admission={admission} refusal={refusal} onFocusBack={focusBack}>
      {({ busyId, choose }) => (
        <TiersPage
          busyId={busyId}
          onChoose={choose}
          hasMembership={hasMembership}
          offerOf={offer}
          retired={mine && retiredPlan(mine, tiers)}
          notice={needsApproval && !hasMembership && <ApprovalNotice />}
        />
      )}
    </Purchase>
  )
}

// Shows the form until the answer is known. The server refuses users who may not buy.
function useAdmission(needsApproval: boolean): Admission {
  const { user } = useSession()
  const { data, isPending } = useQuery({ ...ownNominationQuery, enabled: needsApproval && Boolean(user) })
  if (!needsApproval || data?.isApproved) return 'yes'
  if (data) return 'no'
  return isPending ? 'asking' : 'yes'
}
