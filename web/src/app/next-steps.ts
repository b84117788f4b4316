import { date } from '@/lib/formats'
import type { Mine, OwnNomination } from '@/lib/generated'
import { paths } from '@/lib/paths'

/** An action that a member can take now, or an event that will happen automatically. */
export type NextStep = { title: string; text: string; to?: string; action?: string }

/** Lists the next steps for the owner of an account, the most urgent first. */
export function nextSteps(mine: Mine, nomination: OwnNomination): NextStep[] {
  const { membership, entitlement, subscription } = mine
  if (subscription?.state === 'pending')
    return [
      {
        title: 'Your last payment did not go through',
        text: 'It is tried again by itself. Under Billing you can see until when.',
        to: paths.accountBilling,
        action: 'See billing',
      },
    ]
  if (subscription?.state === 'halted')
    return [
      {
        title: 'Your membership does not renew any more',
        text: 'The last payment was tried several times and did not go through. With another card the renewal goes on.',
        to: paths.accountCard,
        action: 'Give another card',
      },
    ]
  if (entitlement.state === 'revoked')
    return [
      {
        title: 'Your membership was ended',
        text: 'It was refunded, disputed, or ended by our office. Under Billing you see its payments; if you did not expect it, write to us.',
        to: paths.accountBilling,
        action: 'See billing',
      },
    ]
  if (entitlement.state === 'grace' || entitlement.state === 'lapsed')
    return [
      {
        title: entitlement.state === 'grace' ? 'Your membership is in its days of grace' : 'Your membership has ended',
        text: 'Choose a plan, and it goes on.',
        to: paths.membershipPlans,
        action: 'Choose a plan',
      },
    ]
  if (entitlement.state === 'upcoming' && entitlement.startsAt)
    return [
      {
        title: `Your membership begins on ${date(entitlement.startsAt)}`,
        text: 'There is nothing that you need to do until then.',
        to: paths.accountBilling,
        action: 'See billing',
      },
    ]
  if (membership) return running(mine)
  if (nomination.isApproved)
    return [
      {
        title: 'Choose your plan',
        text: 'Your nomination has been approved, and the membership plans are open to you.',
        to: paths.membershipPlans,
        action: 'See the plans',
      },
    ]
  if (nomination.status === 'none' || nomination.status === 'unproved')
    return [
      {
        title: 'Send your nomination',
        text:
          nomination.status === 'none'
            ? 'Membership begins with a nomination. It takes about ten minutes, and is saved as you write.'
            : 'Membership begins with a nomination. If you have sent one already, confirm your email address to follow it here.',
        to: paths.register,
        action: 'Begin',
      },
    ]
  return []
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
        text: 'It is charged then by your mandate. There is nothing that you need to do.',
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
          : 'You can renew it at any time: the new term begins when this one ends.',
        to: entitlement.next ? undefined : paths.membershipPlans,
        action: 'Renew',
      },
    ]
  return [
    {
      title: 'Say who you are',
      text: 'Your membership is for life, and there is nothing that you need to do. Your company, your boards and a portrait have their place in your profile.',
      to: paths.accountProfile,
      action: 'See your profile',
    },
  ]
}
