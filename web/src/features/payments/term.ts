import { date, daysBetween } from '@/lib/formats'
import type { Entitlement, Membership } from './api'

// The reasons why a membership was revoked.
const refunded = 'The payment was refunded, so this membership has ended.'
const revocations = new Map([
  ['dispute', 'Your bank has taken the payment back, so this membership has ended.'],
  ['bounced', 'The payment did not go through at the bank, so this membership has ended.'],
  ['seat', 'The company that paid for this membership has withdrawn it.'],
  ['office', 'Our office has ended this membership.'],
])

/** Says why a membership was revoked. */
export function revocationOf(entitlement?: Pick<Entitlement, 'endReason'>): string {
  const reason = revocations.get(entitlement?.endReason ?? '') ?? refunded
  return `${reason} If you have a question about this, please write to us.`
}

// The smallest visible share: one dot, for a term that has just started.
const firstDot = 1 / 48

// Returns the number of calendar days in India from one date to another, at least 1. Times of day are ignored, because
// a provider's term ends some seconds later in the day than it started.
function daysLeft(from: Date, until: Date): number {
  return Math.max(1, daysBetween(from, until))
}

export type Term = {
  /** The filled part of the ring: the elapsed part of a current term, 0 for other terms, 1 for life and in grace. */
  share: number
  /** The short text inside the ring. */
  figure: string
  unit: string
  /** The term in one sentence. */
  sentence: string
}

/** Describes the current term of a membership. The entitlement says whether it is in grace and why it was revoked. */
export function termOf(
  { startsAt, endsAt, status }: Membership,
  now: Date,
  entitlement?: Pick<Entitlement, 'state' | 'graceUntil' | 'endReason'> & Partial<Pick<Entitlement, 'source'>>,
): Term {
  const start = new Date(startsAt)
  const isGift = entitlement?.source === 'complimentary'
  const isUnpaid = isGift || entitlement?.source === 'import'
  if (status === 'revoked')
    return {
      share: 0,
      figure: '–',
      unit: 'not active',
      sentence: revocationOf(entitlement),
    }
  if (status === 'upcoming')
    return {
      share: 0,
      figure: 'Soon',
      unit: `from ${date(start)}`,
      sentence: isUnpaid ? `It starts on ${date(start)}.` : `It is paid for, and starts on ${date(start)}.`,
    }
  if (entitlement?.state === 'grace' && entitlement.graceUntil && endsAt) {
    const until = new Date(entitlement.graceUntil)
    const left = daysLeft(now, until)
    return {
      share: 1,
      figure: String(left),
      unit: left === 1 ? 'grace day left' : 'grace days left',
      sentence: `Your ${isUnpaid ? '' : 'paid '}term ended on ${date(endsAt)}. Your access continues until ${date(until)} while we wait for the next payment.`,
    }
  }
  if (endsAt === null)
    return {
      share: 1,
      figure: 'For life',
      unit: `since ${date(start)}`,
      sentence: `Since ${date(start)}. It has no end.`,
    }
  const end = new Date(endsAt)
  if (status === 'ended')
    return {
      share: 0,
      figure: 'Ended',
      unit: `on ${date(end)}`,
      sentence: `It ran from ${date(start)} to ${date(end)}.`,
    }
  // If the browser's clock is behind the server's, now can be before the start, which would add a day.
  const left = daysLeft(now < start ? start : now, end)
  return {
    share: Math.min(1, Math.max(firstDot, (now.getTime() - start.getTime()) / (end.getTime() - start.getTime()))),
    figure: String(left),
    unit: left === 1 ? 'day left' : 'days left',
    sentence: isGift
      ? `Your complimentary membership runs from ${date(start)} to ${date(end)}. It does not renew, and nothing is charged.`
      : `From ${date(start)} to ${date(end)}.`,
  }
}
