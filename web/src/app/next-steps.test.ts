import { describe, expect, it } from 'vitest'
import type { Mine, OwnNomination } from '@/lib/api-types'
import { nextSteps } from './next-steps'

const noMembership: Mine = {
  membership: null,
  entitlement: { state: 'none', startsAt: null, endsAt: null, graceUntil: null, source: '', endReason: '', next: null },
  subscription: null,
  isPlaceMissing: false,
  transactions: [],
}
const lifetime: Mine = {
  ...noMembership,
  membership: { tierId: 'a', tierName: 'Lifetime', startsAt: '2026-08-03T06:30:00Z', endsAt: null, status: 'active' },
  entitlement: { ...noMembership.entitlement, state: 'active' },
}
const annual: Mine = {
  ...lifetime,
  entitlement: { ...lifetime.entitlement, endsAt: '2027-08-03T06:30:00Z' },
}
const mandate: NonNullable<Mine['subscription']> = {
  state: 'active',
  tierId: 'a',
  tierName: 'Annual',
  duration: 'annual',
  amount: '11800',
  currency: 'INR',
  nextChargeAt: null,
  currentEnd: null,
  cancelAtPeriodEnd: false,
  isCancelConfirmed: false,
  arrears: '0',
}
const titles = (mine: Mine, status: OwnNomination['status'] = 'none', isApproved = false, needsApproval = true) =>
  nextSteps(mine, { status, isApproved }, needsApproval).map(({ title }) => title)

describe('the next step', () => {
  it('is to send a nomination for a user without one', () =>
    expect(titles(noMembership)).toEqual(['Send your nomination']))
  it('is also a plan if anyone who is signed in can buy, and no step then makes a nomination the start', () => {
    expect(titles(noMembership, 'none', false, false)).toEqual(['Send your nomination', 'Choose your plan'])
    for (const status of ['none', 'unproved'] as const)
      for (const { text } of nextSteps(noMembership, { status, isApproved: false }, false))
        expect(text).not.toContain('starts with a nomination')
  })
  it('is empty while a nomination is under review', () => expect(titles(noMembership, 'in_review')).toEqual([]))
  it('is to choose a plan once a nomination is approved', () =>
    expect(titles(noMembership, 'approved', true)).toEqual(['Choose your plan']))
  it('is the profile for a lifetime member', () => expect(titles(lifetime, 'approved', true)).toEqual(['Your details']))
  it('names the end of a term that does not renew', () =>
    expect(titles(annual)).toEqual([expect.stringContaining('Your membership ends on 3 Aug 2027')]))
  it('names the day on which a membership starts', () =>
    expect(
      titles({
        ...annual,
        entitlement: { ...annual.entitlement, state: 'upcoming', startsAt: '2026-12-01T06:30:00Z' },
      }),
    ).toEqual(['Your membership starts on 1 Dec 2026']))
  it('explains a revoked membership, and does not ask for a nomination', () =>
    expect(
      titles({ ...noMembership, entitlement: { ...noMembership.entitlement, state: 'revoked' } }, 'approved', true),
    ).toEqual(['Your membership was ended']))
  it('says why a membership was revoked', () => {
    const revoked = { ...noMembership.entitlement, state: 'revoked', endReason: 'seat' } as const
    const [step] = nextSteps({ ...noMembership, entitlement: revoked }, { status: 'none', isApproved: false }, true)
    expect(step?.text).toContain('The company that paid for this membership has withdrawn it.')
  })
  it('is to choose a new plan in the grace period', () =>
    expect(titles({ ...annual, entitlement: { ...annual.entitlement, state: 'grace' } })).toEqual([
      'Your membership is in its grace period',
    ]))
  it('names the day of the next charge, and the next plan if the mandate is for another plan', () => {
    const charged = { ...mandate, nextChargeAt: '2027-08-03T06:30:00Z' }
    expect(titles({ ...annual, subscription: charged })).toEqual(['Your membership renews on 3 Aug 2027'])
    expect(titles({ ...annual, subscription: { ...charged, tierId: 'b', tierName: 'Monthly' } })).toEqual([
      'Monthly follows on 3 Aug 2027',
    ])
  })
  it.each([
    ['pending', 'Your last payment did not go through'],
    ['halted', 'Your membership no longer renews'],
    ['paused', 'Your renewal is paused'],
  ] as const)('explains a %s renewal', (state, title) =>
    expect(titles({ ...annual, subscription: { ...mandate, state } })).toEqual([title]),
  )
  it('has a link in every state', () => {
    for (const state of ['none', 'upcoming', 'active', 'grace', 'lapsed', 'revoked'] as const) {
      const mine = {
        ...annual,
        entitlement: { ...annual.entitlement, state, startsAt: annual.membership?.startsAt ?? null },
      }
      const [step] = nextSteps(state === 'none' ? noMembership : mine, { status: 'none', isApproved: false }, true)
      expect(step?.to, state).toBeTruthy()
    }
  })
  it('is to choose a new plan when the membership has lapsed', () =>
    expect(titles({ ...annual, entitlement: { ...annual.entitlement, state: 'lapsed' } })).toEqual([
      'Your membership has ended',
    ]))
})
