import { describe, expect, it } from 'vitest'
import { termOf } from './term'

const started = '2026-08-03T06:30:00Z'
const annual = {
  tierId: 't1',
  tierName: 'Annual Membership',
  startsAt: started,
  endsAt: '2027-08-03T06:30:00Z',
  status: 'active' as const,
}

describe('the term of a membership', () => {
  it('fills the ring with the share that has passed', () => {
    expect(termOf(annual, new Date(started)).share * 48).toBe(1)
    expect(termOf(annual, new Date('2027-02-01T18:30:00Z')).share).toBeCloseTo(0.5, 2)
    expect(termOf(annual, new Date('2027-08-03T06:29:00Z')).share).toBeCloseTo(1, 3)
  })

  it('counts the days left, including the last one', () => {
    expect(termOf(annual, new Date(started))).toMatchObject({ figure: '365', unit: 'days left' })
    expect(termOf(annual, new Date('2026-08-03T06:29:00Z'))).toMatchObject({ figure: '365', unit: 'days left' })
    expect(termOf(annual, new Date('2027-08-03T06:29:00Z'))).toMatchObject({ figure: '1', unit: 'day left' })
  })

  it('counts 31 days from the first of December to the first of January, although the term ends seconds later', () => {
    const monthly = { ...annual, startsAt: '2026-11-30T18:52:00Z', endsAt: '2026-12-31T18:52:05Z' }
    expect(termOf(monthly, new Date(monthly.startsAt))).toMatchObject({ figure: '31' })
    expect(termOf(monthly, new Date('2026-12-31T18:20:00Z'))).toMatchObject({ figure: '1' })
  })

  it('has a full ring and no end for a lifetime membership', () => {
    expect(termOf({ ...annual, endsAt: null }, new Date(started))).toMatchObject({ share: 1, figure: 'For life' })
  })

  it('says that it has ended, and why', () => {
    expect(termOf({ ...annual, status: 'ended' }, new Date('2028-01-01'))).toMatchObject({ share: 0, figure: 'Ended' })
    expect(termOf({ ...annual, status: 'revoked' }, new Date(started)).sentence).toContain('refunded')
    const lost = { state: 'revoked', graceUntil: null, endReason: 'dispute' } as const
    expect(termOf({ ...annual, status: 'revoked' }, new Date(started), lost).sentence).toContain('bank has taken')
  })

  it('counts the days left of the grace period', () => {
    const grace = { state: 'grace', graceUntil: '2027-08-17T06:30:00Z', endReason: '' } as const
    expect(termOf(annual, new Date('2027-08-04T06:30:00Z'), grace)).toMatchObject({
      figure: '13',
      unit: 'grace days left',
    })
  })
})
