import { describe, expect, it } from 'vitest'
import { differences, fieldName } from './difference'

describe('the difference that an entry made', () => {
  it('tells each field before and after', () => {
    expect(
      differences({ before: { name: 'Gold', isActive: true }, after: { name: 'Gold circle', isActive: false } }),
    ).toEqual([
      { field: 'Name', before: 'Gold', after: 'Gold circle' },
      { field: 'Is active', before: 'Yes', after: 'No' },
    ])
  })

  it('leaves out what says nothing on either side', () => {
    expect(differences({ before: {}, after: { name: 'Gold', description: '', features: [] } })).toEqual([
      { field: 'Name', before: undefined, after: 'Gold' },
    ])
  })

  it('reads lists, numbers and objects', () => {
    expect(differences({ before: {}, after: { ids: ['a', 'b'], rows: 0, at: { day: 1 } } })).toEqual([
      { field: 'Ids', before: undefined, after: 'a, b' },
      { field: 'Rows', before: undefined, after: '0' },
      { field: 'At', before: undefined, after: '{"day":1}' },
    ])
  })

  it('reads a field name as words', () => {
    expect(fieldName('razorpayPlanId')).toBe('Razorpay plan id')
  })
})
