import { revocationOf } from '@/features/payments/term'
import type { Mine, OwnNomination } from '@/lib/api-types'
import { date } from '@/lib/formats'
import { paths } from '@/lib/paths'

/** An action that a member can take now, or an event that will happen automatically. */
export type NextStep = {
  title: string
  text: string
  to?: string
  action?: string
  /** Whether the membership ends, or has ended, if the member does nothing. */
  isUrgent?: true
}

/**
 * Lists the next steps for the owner of an account, the most urgent first. needsApproval says whether only approved
 * nominees can buy.
 */
export function nextSteps(mine: Mine, nomination: OwnNomination, needsApproval: boolean): NextStep[] {
  const { membership, entitlement, subscription } = mine
  if (subscription?.state === 'pending')
    return [
      {
        title: 'Your last payment did not go through',
        text: 'We will try again automatically. See Billing for the last date.',
        to: paths.accountBilling,
        action: 'See billing',
        isUrgent: true,
      },
    ]
  if (subscription?.state === 'halted')
    return [
      {
        title: 'Your membership no longer renews',
        text: 'We tried the last payment several times, but it did not go through. Update your card to renew your membership.',
        to: paths.accountCard,
        action: 'Update card',
        isUrgent: true,
      },
    ]
  if (entitlement.state === 'revoked')
    return [
      {
        title: 'Your membership was ended',
        text: revocationOf(entitlement),
        to: paths.accountBilling,
        action: 'See billing',
      },
    ]
  if (entitlement.state === 'grace' || entitlement.state === 'lapsed')
    return [
      {
        title: entitlement.state === 'grace' ? 'Your membership is in its grace period' : 'Your membership has ended',
        text: 'Choose a plan to continue.',
        to: paths.membershipPlans,
        action: 'Renew your membership',
        isUrgent: true,
      },
    ]
  if (entitlement.state === 'upcoming' && entitlement.startsAt)
    return [
      {
        title: `Your membership starts on ${date(entitlement.startsAt)}`,
        text: 'You don’t need to do anything until then.',
        to: paths.accountBilling,
        action: 'See billing',
      },
    ]
  if (membership) return running(mine)
  if (nomination.isApproved)
    return [
      {
        title: 'Choose your plan',
        text: 'Your nomination has been approved. You can now choose a membership plan.',
        to: paths.membershipPlans,
        action: 'See the plans',
      },
    ]
  if (nomination.status !== 'none' && nomination.status !== 'unproved') return []
  const start = needsApproval ? 'Membership starts with a nomination. ' : 'Our board reads each nomination. '
  const nominate = {
    title: 'Send your nomination',
    text:
      nomination.status === 'none'
        ? `${start}The form takes about ten minutes, and your answers are saved as you type.`
        : `${start}If you have already sent one, confirm your email address to see it here.`,
    to: paths.register,
    action: 'Start',
  }
  if (needsApproval) return [nominate]
  return [
    nominate,
    {
      title: 'Choose your plan',
      text: 'You can buy a membership without waiting for the review of a nomination.',
      to: paths.membershipPlans,
      action: 'See the plans',
    },
  ]
}

function running({ membership, entitlement, subscription }: Mine): NextStep[] {
  if (subscription?.state === 'paused')
    return [
      {
        title: 'Your renewal is paused',
        text: `Nothing is charged${entitlement.endsAt ? `, and your membership ends on ${date(entitlement.endsAt)}` : ''}. You can resume it under Billing.`,
        to: paths.accountBilling,
        action: 'See billing',
      },
    ]
  if (subscription?.nextChargeAt && !subscription.cancelAtPeriodEnd)
    return [
      {
        title:
          membership?.tierId === subscription.tierId
            ? `Your membership renews on ${date(subscription.nextChargeAt)}`
            : `${subscription.tierName} follows on ${date(subscription.nextChargeAt)}`,
        text: 'Your mandate is charged on that day. You don’t need to do anything.',
        to: paths.accountBilling,
        action: 'See billing',
      },
    ]
  if (entitlement.endsAt)
    return [
      {
        title: `Your membership ends on ${date(entitlement.endsAt)}`,
        text: entitlement.next
          ? `${entitlement.next.tierName} follows on ${date(entitlement.next.startsAt)}.`
          : 'You can renew it at any time. The new term starts when this one ends.',
        to: entitlement.next ? undefined : paths.membershipPlans,
        action: 'Renew',
      },
    ]
  return [
    {
      title: 'Your details',
      text: 'Your membership is for life, so you don’t need to do anything. You can add your company, your boards and a portrait to your profile.',
      to: paths.accountProfile,
      action: 'See your profile',
    },
  ]
}
