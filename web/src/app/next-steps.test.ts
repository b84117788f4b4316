import { describe, expect, it } from 'vitest'
import type { Mine } from '@/lib/generated'
import { nextSteps } from './next-steps'

const nobody: Mine = {
  membership: null,
  entitlement: { state: 'none', startsAt: null, endsAt: null, graceUntil: null, source: '', endReason: '', next: null },
  subscription: null,
  transactions: [],
}
const lifetime: Mine = {
  ...nobody,
  membership: { tierId: 'a', tierName: 'Lifetime', startsAt: '2026-08-03T06:30:00Z', endsAt: null, status: 'active' },
  entitlement: { ...nobody.entitlement, state: 'active' },
}
const annual: Mine = {
  ...lifetime,
  entitlement: { ...lifetime.entitlement, endsAt: '2027-08-03T06:30:00Z' },
}
const titles = (mine: Mine, status = 'none', isApproved = false) =>
  nextSteps(mine, { status, isApproved }).map(({ title }) => title)

describe('what comes next', () => {
  it('is the nomination for who has none', () => expect(titles(nobody)).toEqual(['Send your nomination']))
  it('is nothing while a nomination is under review', () => expect(titles(nobody, 'in_review')).toEqual([]))
  it('is the plans once a nomination is approved', () =>
    expect(titles(nobody, 'approved', true)).toEqual(['Choose your plan']))
  it('is nothing for a member for life', () => expect(titles(lifetime, 'approved', true)).toEqual([]))
  it('is the end of a term that nothing renews', () =>
    expect(titles(annual)).toEqual([expect.stringContaining('Your membership ends on 3 Aug 2027')]))
  it('is a new plan when the membership has lapsed', () =>
    expect(titles({ ...annual, entitlement: { ...annual.entitlement, state: 'lapsed' } })).toEqual([
      'Your membership has ended',
    ]))
})
