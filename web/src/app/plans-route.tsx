import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApprovalNotice } from '@/features/nominations/approval-notice'
import { Purchase } from '@/features/payments/purchase'
import { planButtonId } from '@/features/plans/plan-button'
import { PlansPage } from '@/features/plans/plans-page'
import { tiersQuery } from '@/features/plans/tiers'

export function Component() {
  const { data: tiers = [] } = useQuery(tiersQuery)
  const needsApproval = tiers.some((tier) => tier.needsApproval === 'true')
  const focusBack = useCallback((tierId: string) => document.getElementById(planButtonId(tierId))?.focus(), [])
  return (
    <Purchase tiers={tiers} onFocusBack={focusBack}>
      {({ busyId, choose }) => (
        <PlansPage busyId={busyId} onChoose={choose} notice={needsApproval && <ApprovalNotice />} />
      )}
    </Purchase>
  )
}
