import { describe, expect, it } from 'vitest'
import type { Mine } from '@/lib/api-types'
import { offerOf } from './offer'

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

describe('what a tier is to a member', () => {
  it('is for sale to whoever holds nothing', () => {
    const nothing = { membership: null, entitlement: { state: 'none' }, subscription: null, transactions: [] }
    expect(offerOf(nothing as unknown as Mine, monthly)).toEqual({ forSale: true, badge: undefined })
  })

  it('is theirs, and says when it renews', () => {
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

  it('can be taken again by whoever has cancelled', () => {
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

  it('is not sold while a charge is tried again', () => {
    const pending = mine('monthly', '2026-09-03T06:30:00Z', {
      tierId: 'monthly',
      state: 'pending',
      cancelAtPeriodEnd: false,
      isCancelConfirmed: false,
    })
    expect(offerOf(pending, monthly).forSale).toBe(false)
    expect(offerOf(pending, annual).forSale).toBe(true)
  })

  it('makes no sense beside a membership for life', () => {
    expect(offerOf(mine('lifetime', null, null), monthly).forSale).toBe(false)
    expect(offerOf(mine('lifetime', null, null), lifetime)).toMatchObject({ forSale: false, badge: 'Your membership' })
    expect(offerOf(mine('lifetime', null, null), { id: 'patron', duration: 'lifetime' }).forSale).toBe(true)
  })
})
