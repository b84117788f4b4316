import type { ReactNode } from 'react'
import { exactPrice } from '@/lib/formats'
import { useTexts } from '@/lib/texts'
import type { Breakdown, QuoteTax } from './api'

type PriceTableProps = {
  breakdown: Breakdown
  taxes: readonly QuoteTax[]
  currency: string
  couponCode?: string
  seats?: number
  /** The total is shown elsewhere. */
  withoutTotal?: boolean
}

/** The parts of the amount to pay, shown before the payment. */
export function PriceTable({ breakdown, taxes, currency, couponCode, seats, withoutTotal }: PriceTableProps) {
  const text = useTexts('checkout').group('price')
  return (
    <dl className="border-base-300 border-y py-3 tabular-nums">
      <Line
        label={seats ? text('fees', { seats: String(seats) }) : text('fee')}
        amount={exactPrice(breakdown.baseAmount, currency)}
      />
      {Number(breakdown.discountAmount) > 0 && (
        <Line
          label={text('code', { code: couponCode })}
          amount={`−${exactPrice(breakdown.discountAmount, currency)}`}
        />
      )}
      {taxes.map(({ name, rate, amount }) => (
        <Line key={name} label={`${name} (${rate}%)`} amount={exactPrice(amount, currency)} />
      ))}
      {!withoutTotal && <Line label={text('total')} amount={exactPrice(breakdown.totalAmount, currency)} strong />}
    </dl>
  )
}

function Line({ label, amount, strong = false }: { label: ReactNode; amount: string; strong?: boolean }) {
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
