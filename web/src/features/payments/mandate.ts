import { date, exactPrice } from '@/lib/formats'
import type { Mandate } from '@/lib/generated'

/** How often a mandate charges. */
export function rhythmOf(duration: string): string {
  return duration === 'annual' ? 'a year' : 'a month'
}

/** What a mandate does, in words. */
export function mandateWords(mandate: Mandate): string {
  const amount = exactPrice(mandate.amount, mandate.currency)
  if (mandate.cancelAtPeriodEnd) return 'You have cancelled the renewal. You are not charged again.'
  switch (mandate.state) {
    case 'pending':
      return `Your bank has not let the last charge of ${amount} through. It is tried again over the next days; please don’t buy the plan a second time.`
    case 'halted':
      return 'Your bank has refused the charge several times, and it is not tried again. Give another card or account, and the open charge is made with it; or choose the plan again, and the old mandate ends.'
    case 'paused':
      return 'The mandate is paused, so nothing is charged. Resume it here; if you paused it in your UPI app, resume it there.'
    case 'authenticated':
      return mandate.nextChargeAt
        ? `The first charge of ${amount} is made on ${date(mandate.nextChargeAt)}. You can cancel at any time before.`
        : 'The first charge is still to come. You can cancel at any time before.'
  }
  return `By your mandate we charge ${amount} ${mandate.duration === 'annual' ? 'every year' : 'every month'} until you cancel. What you have paid for stays yours.`
}
