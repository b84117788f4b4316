import { exactPrice } from '@/lib/formats'
import type { Breakdown } from '@/lib/generated'

type BreakdownTableProps = { breakdown: Breakdown; currency: string }

/** What the amount to pay is made of, before anybody pays it. */
export function BreakdownTable({ breakdown, currency }: BreakdownTableProps) {
  const { baseAmount, gstRate, gstAmount, totalAmount } = breakdown
  return (
    <dl className="border-base-300 border-y py-3 tabular-nums">
      <Line label="Membership fee" amount={exactPrice(baseAmount, currency)} />
      <Line label={`GST (${gstRate}%)`} amount={exactPrice(gstAmount, currency)} />
      <Line label="Total" amount={exactPrice(totalAmount, currency)} strong />
    </dl>
  )
}

function Line({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) {
  return (
    <div
      className={
        strong ? 'mt-2 flex justify-between border-base-300 border-t pt-3 font-semibold' : 'flex justify-between py-1'
      }
    >
      <dt>{label}</dt>
      <dd className={strong ? 'font-serif text-2xl' : undefined}>{amount}</dd>
    </div>
  )
}
