import type { TransactionDetail } from './api'

/** An event in the history of a transaction. */
export type Occurrence = { key: string; at: string; what: string; by: string; note: string }

const events: Readonly<Record<string, string>> = {
  'order.paid': 'The order was paid',
  'payment.authorized': 'The bank authorised the payment',
  'payment.captured': 'The payment was captured',
  'payment.failed': 'An attempt to pay failed',
  'payment_link.paid': 'The payment link was paid',
  'payment_link.partially_paid': 'The payment link was partly paid',
  'payment_link.expired': 'The payment link expired',
  'payment_link.cancelled': 'The payment link was cancelled',
  'refund.created': 'A refund was started',
  'refund.processed': 'A refund was made',
  'refund.failed': 'A refund failed',
  'refund.speed_changed': 'The speed of a refund was changed',
  'subscription.authenticated': 'The mandate was authorised',
  'subscription.activated': 'The mandate started',
  'subscription.charged': 'The mandate was charged',
  'subscription.updated': 'The mandate was changed',
  'subscription.pending': 'A charge failed and will be retried',
  'subscription.halted': 'The charge failed for the last time',
  'subscription.paused': 'The mandate was paused',
  'subscription.resumed': 'The mandate was resumed',
  'subscription.cancelled': 'The mandate was cancelled',
  'subscription.completed': 'The last charge of the mandate was made',
  'payment.dispute.created': 'The buyer’s bank disputed the payment',
  'payment.dispute.action_required': 'The dispute needs an answer',
  'payment.dispute.under_review': 'The dispute is under review',
  'payment.dispute.won': 'The dispute was won',
  'payment.dispute.lost': 'The dispute was lost',
  'payment.dispute.closed': 'The dispute was closed',
}

const acts: Readonly<Record<string, string>> = {
  'transaction.accepted': 'Accepted a payment of a different amount',
  'transaction.refund-transferred': 'Returned the money by bank transfer',
  'transaction.restored': 'Restored the purchase',
  'transaction.refund-requested': 'Requested a refund',
  'transaction.seen-to': 'Marked it as resolved',
  'unknown-payment.attached': 'Attached the payment',
}

/** Returns the events of a transaction, in the order in which we learned of them. */
export function timelineOf({ createdAt, customerName, events: heard, history }: TransactionDetail): Occurrence[] {
  const created = { key: 'created', at: createdAt, what: 'The order was created', by: customerName, note: '' }
  return [
    created,
    ...heard.map(({ id, event, state, note, createdAt }) => ({
      key: id,
      at: createdAt,
      what: events[event] ?? event,
      by: 'Razorpay',
      note: state === 'waiting' ? 'Not processed yet' : note,
    })),
    ...history.map(({ id, at, action, actor, details }) => ({
      key: id,
      at,
      what: acts[action] ?? action,
      by: actor,
      note: noteOf(details),
    })),
  ].sort((a, b) => a.at.localeCompare(b.at))
}

const noted = ['amount', 'paid', 'reason'] as const

function noteOf(details: Record<string, unknown>): string {
  return noted.flatMap((name) => (typeof details[name] === 'string' ? [details[name] as string] : [])).join(': ')
}
