import { describe, expect, it } from 'vitest'
import type { Mandate } from './api'
import { mandateWords } from './mandate-panel'

const monthly: Mandate = {
  state: 'active',
  tierId: 'a',
  tierName: 'Monthly',
  duration: 'monthly',
  amount: '708',
  currency: 'INR',
  nextChargeAt: null,
  currentEnd: null,
  cancelAtPeriodEnd: false,
  isCancelConfirmed: false,
  arrears: '0',
}

describe('the description of a mandate', () => {
  it('names the amount that stays unpaid after it was resumed', () => {
    expect(mandateWords({ ...monthly, arrears: '1416' })).toContain(
      '₹1,416 that was due while your bank declined the charges was not paid. We will not charge it automatically.',
    )
    expect(mandateWords(monthly)).not.toContain('was not paid')
  })

  it('does not promise the end of charges before the payment service has confirmed it', () => {
    const words = mandateWords({ ...monthly, cancelAtPeriodEnd: true })
    expect(words).toContain('has not confirmed it yet')
    expect(words).toContain('we will refund the charge automatically')
    expect(words).not.toContain('You will not be charged again')
  })

  it('names the amount due while it is halted, if that is more than the missed charge', () => {
    expect(mandateWords({ ...monthly, state: 'halted', arrears: '2124' })).toContain('₹2,124 is now due.')
    expect(mandateWords({ ...monthly, state: 'halted', arrears: '708' })).not.toContain('now due')
    expect(mandateWords({ ...monthly, state: 'halted', arrears: '708' })).toContain('the missed charge of ₹708')
  })

  it('mentions no charge after a confirmed cancellation', () =>
    expect(mandateWords({ ...monthly, cancelAtPeriodEnd: true, isCancelConfirmed: true, arrears: '708' })).toBe(
      'You have cancelled the renewal. You will not be charged again.',
    ))
})
