import { type RefObject, useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import type { RuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import type { BillingValues } from '../billing'
import { BillingFields } from '../billing-fields'
import { officeBilling } from '../billing-text'
import { useMemberBilling } from './api'

type MemberBillingProps = {
  form: RuleForm<keyof BillingValues | 'userId'>
  /** The member whose billing details were filled in, or "". */
  billedTo: RefObject<string>
}

/** The billing details for the invoice. When a member is chosen, their stored details are filled in. */
export function MemberBilling({ form, billedTo }: MemberBillingProps) {
  const chosen: string = useWatch({ control: form.control, name: 'userId' }) ?? ''
  const { data: billing, isError, refetch } = useMemberBilling(chosen)
  const { setValue } = form
  useEffect(() => {
    if (!billing || billedTo.current === chosen) return
    billedTo.current = chosen
    for (const [name, value] of Object.entries(billing)) setValue(name, value)
  }, [billing, chosen, billedTo, setValue])
  if (!chosen) return null
  if (isError)
    return (
      <Notice tone="danger" title="The member’s billing details could not be loaded">
        <Button tone="outline" className="mt-2" onClick={() => refetch()}>
          Try again
        </Button>
      </Notice>
    )
  if (!billing) return <Skeleton lines={2} />
  return <BillingFields form={form} text={officeBilling} asksAddress />
}
