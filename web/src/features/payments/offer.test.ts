import { describe, expect, it } from 'vitest'
import type { Mine } from '@/lib/api-types'
import { date } from '@/lib/formats'
import { builtInReader } from '@/lib/texts-fixture'
import { offerOf as offerIn, retiredPlan } from './offer'

const words = { text: builtInReader('checkout').group('offers'), date }
const offerOf = (mine: Mine, tier: { id: string; duration: string }) => offerIn(mine, tier, words)

const monthly = { id: 'monthly', duration: 'monthly' }
const annual = { id: 'annual', duration: 'annual' }
const lifetime = { id: 'lifetime', duration: 'lifetime' }

function mine(tierId: string, endsAt: string | null, subscription: Partial<Mine['subscription']> | null): Mine {
  return {
    membership: { tierId, tierName: tierId, startsAt: '2026-08-03T06:30:00Z', endsAt, status: 'active' },
    entitlement: { state: 'active', next: null },
    subscription,
    transactions: [],
  } as unknown as Mine
}

describe('the offer of a tier to a member', () => {
  it('is for sale to a user without a membership', () => {
    const nothing = { membership: null, entitlement: { state: 'none' }, subscription: null, transactions: [] }
    expect(offerOf(nothing as unknown as Mine, monthly)).toEqual({ forSale: true, badge: undefined })
  })

  it('marks the member’s own tier, and says when it renews', () => {
    const held = mine('monthly', '2026-09-03T06:30:00Z', {
      tierId: 'monthly',
      state: 'active',
      nextChargeAt: '2026-09-03T06:30:00Z',
      cancelAtPeriodEnd: false,
      isCancelConfirmed: false,
    })
    expect(offerOf(held, monthly)).toMatchObject({ forSale: false, badge: 'Your membership' })
    expect(offerOf(held, monthly).note).toContain('It renews on')
    expect(offerOf(held, annual)).toMatchObject({ forSale: true, badge: undefined })
    expect(offerOf(held, annual).note).toContain('when the term that you have paid for ends')
    expect(offerOf(held, lifetime)).toEqual({ forSale: true, note: 'It starts now and replaces your current mandate.' })
  })

  it('is for sale again after a cancellation', () => {
    const cancelled = mine('monthly', '2026-09-03T06:30:00Z', {
      tierId: 'monthly',
      state: 'active',
      nextChargeAt: null,
      cancelAtPeriodEnd: true,
      isCancelConfirmed: true,
    })
    expect(offerOf(cancelled, monthly)).toMatchObject({ forSale: true, badge: 'Your membership' })
    expect(offerOf(cancelled, monthly).note).toContain('does not renew')
    expect(offerOf(cancelled, lifetime)).toEqual({ forSale: true, note: 'It starts now.' })
  })

  it('is not for sale while a charge is retried', () => {
    const pending = mine('monthly', '2026-09-03T06:30:00Z', {
      tierId: 'monthly',
      state: 'pending',
      cancelAtPeriodEnd: false,
      isCancelConfirmed: false,
    })
    expect(offerOf(pending, monthly).forSale).toBe(false)
    expect(offerOf(pending, annual).forSale).toBe(true)
  })

  it('is not for sale to a lifetime member, unless it is another lifetime tier', () => {
    expect(offerOf(mine('lifetime', null, null), monthly).forSale).toBe(false)
    expect(offerOf(mine('lifetime', null, null), lifetime)).toMatchObject({ forSale: false, badge: 'Your membership' })
    expect(offerOf(mine('lifetime', null, null), { id: 'patron', duration: 'lifetime' }).forSale).toBe(true)
  })
})

describe('the plan of a member that is no longer sold', () => {
  it('is named to a member who has it', () => {
    expect(retiredPlan(mine('founding', null, null), [monthly, annual])).toBe('founding')
    expect(retiredPlan(mine('annual', null, null), [monthly, annual])).toBeUndefined()
  })

  it('is not named after the membership has ended', () => {
    const ended = { ...mine('founding', null, null), entitlement: { state: 'ended' } } as unknown as Mine
    expect(retiredPlan(ended, [monthly])).toBeUndefined()
  })
})
