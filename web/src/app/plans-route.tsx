import { useQuery } from '@tanstack/react-query'
import { lazy, useCallback } from 'react'
import { ApprovalNotice } from '@/features/nominations/approval-notice'
import { ownNominationQuery } from '@/features/nominations/own-nomination'
import { type Admission, Purchase } from '@/features/payments/purchase'
import { planButtonId } from '@/features/plans/plan-button'
import { PlansPage } from '@/features/plans/plans-page'
import { tiersQuery } from '@/features/plans/tiers'
import { useSession } from '@/lib/session'

const ByInvitation = lazy(() =>
  import('@/features/nominations/by-invitation').then((module) => ({ default: module.ByInvitation })),
)

const refusal = {
  title: 'Memberships are by invitation',
  content: (onClose: () => void) => <ByInvitation onClose={onClose} />,
}

export function Component() {
  const { data: tiers = [] } = useQuery(tiersQuery)
  const needsApproval = tiers.some((tier) => tier.needsApproval === 'true')
  const admission = useAdmission(needsApproval)
  const focusBack = useCallback((tierId: string) => document.getElementById(planButtonId(tierId))?.focus(), [])
  return (
    <Purchase tiers={tiers} admission={admission} refusal={refusal} onFocusBack={focusBack}>
      {({ busyId, choose }) => (
        <PlansPage busyId={busyId} onChoose={choose} notice={needsApproval && <ApprovalNotice />} />
      )}
    </Purchase>
  )
}

// Where it cannot be told the form stands: the server refuses whom it must.
function useAdmission(needsApproval: boolean): Admission {
  const { user } = useSession()
  const { data, isPending } = useQuery({ ...ownNominationQuery, enabled: needsApproval && Boolean(user) })
  if (!needsApproval || data?.isApproved) return 'yes'
  if (data) return 'no'
  return isPending ? 'asking' : 'yes'
}
