import { date, exactPrice } from '@/lib/formats'
import { methodLabel } from '@/lib/option-labels'
import { Badge, type BadgeTone } from '@/ui/badge'
import type { Purchase } from './api'
import { invoicePath } from './api'

/** A member's payments, newest first, each with its receipt. */
export function PaymentsTable({ payments }: { payments: readonly Purchase[] }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left tabular-nums">
        <caption className="sr-only">Your payments, newest first</caption>
        <thead className="hidden border-base-content border-b text-quiet text-sm md:table-header-group">
          <tr>
            {['Date', 'Plan', 'Amount', 'Status', 'Method', 'Receipt'].map((title) => (
              <th key={title} scope="col" className="py-2 pr-6 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const cell = 'py-1 pr-6 md:py-4'

function PaymentRow({ payment }: { payment: Purchase }) {
  const { label, tone } = badgeOf(payment)
  const note = noteOf(payment)
  const refunded = Number(payment.refundedAmount) > 0
  return (
    <tr className="grid grid-cols-[1fr_auto] items-center border-base-300 border-b py-3 md:table-row">
      <td className={cell}>
        <span className="whitespace-nowrap">{date(payment.processedAt || payment.createdAt)}</span>
      </td>
      <td className={`${cell} order-first col-span-2 font-medium`}>
        {payment.tierName}
        {payment.seats > 0 && <span className="text-quiet"> × {payment.seats}</span>}
      </td>
      <td className={`${cell} max-md:pr-0 max-md:text-right`}>
        <span className="font-medium">{exactPrice(payment.amount, payment.currency)}</span>
        {refunded && (
          <span className="block text-quiet text-sm">
            {exactPrice(payment.refundedAmount, payment.currency)} refunded
          </span>
        )}
      </td>
      <td className={cell}>
        <Badge tone={tone}>{label}</Badge>
        {note && <span className="block max-w-64 text-quiet text-sm">{note}</span>}
      </td>
      <td className={`${cell} text-quiet max-md:pr-0 max-md:text-right`}>{methodLabel(payment.paymentMethod)}</td>
      <td className={`${cell} max-md:col-span-2`}>
        {payment.documents[0]?.isAwaitingIRN && (
          <span className="text-quiet">Being registered with the tax portal</span>
        )}
        {payment.hasInvoice && !payment.documents[0]?.isAwaitingIRN && (
          <a href={invoicePath(payment.id)} download className="text-link inline-flex min-h-11 items-center">
            Download
            <span className="sr-only">
              {' '}
              the receipt of {date(payment.processedAt || payment.createdAt)} for {payment.tierName}
            </span>
          </a>
        )}
      </td>
    </tr>
  )
}

/** The badge of a payment: an action in progress, or else its status. */
function badgeOf(payment: Purchase): { label: string; tone: BadgeTone } {
  if (payment.isBeingRefunded) return { label: 'Being refunded', tone: 'warning' }
  if (payment.isSecondPayment && payment.status === 'completed') return { label: 'Paid twice', tone: 'warning' }
  const isKeptForNow = payment.isAfterCancellation && payment.status === 'completed'
  if (payment.isUnderReview || isKeptForNow) return { label: 'Being checked', tone: 'warning' }
  return statuses[payment.status]
}

const statuses: Readonly<Record<Purchase['status'], { label: string; tone: BadgeTone }>> = {
  completed: { label: 'Completed', tone: 'success' },
  pending: { label: 'Pending', tone: 'outline' },
  authorized: { label: 'Processing', tone: 'outline' },
  failed: { label: 'Failed', tone: 'danger' },
  refunded: { label: 'Refunded', tone: 'plain' },
}

/** Explains the next step of an unfinished payment, so that the member does not pay again. */
function noteOf(payment: Purchase): string {
  const { isUnderReview, isAfterCancellation, isSecondPayment, isBeingRefunded, status, kind } = payment
  if (isSecondPayment && status === 'completed')
    return 'You had already paid for this order, so we are refunding this payment in full. You don’t need to do anything.'
  if (isAfterCancellation && isBeingRefunded)
    return 'You were charged after your mandate had been cancelled. We are refunding the whole amount. You don’t need to do anything.'
  if (isAfterCancellation && status === 'completed')
    return 'You were charged after your mandate had ended. Our office is checking it. You don’t need to do anything.'
  if (isUnderReview)
    return 'The amount that arrived is not the amount due. We will either start the membership or refund the payment. Please don’t pay again.'
  if (status === 'authorized')
    return 'Your bank has approved the payment, and we are waiting for the money. Please don’t pay again.'
  if (status === 'failed')
    return 'This payment did not go through. If your bank took the money, we will either record it here or refund it.'
  if (status !== 'pending') return ''
  return kind === 'offline'
    ? 'We will record it when the full amount has reached our account.'
    : 'No payment has arrived. If you have not paid, you were not charged and don’t need to do anything.'
}
