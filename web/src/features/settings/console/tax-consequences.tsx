import { useQuery } from '@tanstack/react-query'
import { counted } from '@/lib/formats'
import { LoadError } from '@/ui/empty-state'
import { Spinner } from '@/ui/spinner'
import { openSalesQuery } from './api'

/** The effect of a change of tax on unpaid sales. */
export function TaxConsequences() {
  const { data, error, refetch } = useQuery(openSalesQuery)
  if (error) return <LoadError title="The open orders could not be counted" error={error} onRetry={() => refetch()} />
  if (!data) return <Spinner label="Counting the open orders…" />
  const { orders, links, proformas, partPaid, mandates, tiersWithPlan } = data
  return (
    <section aria-labelledby="tax-consequences" className="mt-4">
      <h3 id="tax-consequences" className="font-sans font-medium text-base-content">
        Open orders
      </h3>
      <ul className="mt-2 list-disc pl-5">
        <li>
          {counted(orders, 'order')}, {counted(links, 'payment link')} and {counted(proformas, 'proforma')}: the total
          does not change. If an order is paid after this change, its tax is computed with the new settings (section 14
          of the CGST Act: two of membership, invoice and payment are after the change). If it was paid before, the
          earlier rate applies.
        </li>
        <li>{counted(partPaid, 'part-paid payment')}: the invoice was already issued and does not change.</li>
        <li>
          {counted(mandates, 'mandate')}: each charge stays the same, and its tax is computed at the rate on the day of
          the charge.
        </li>
        {tiersWithPlan > 0 && (
          <li>
            {counted(tiersWithPlan, 'tier')} with a Razorpay plan: new members pay what the plan charges until you
            create a new plan under Membership Tiers.
          </li>
        )}
      </ul>
    </section>
  )
}
