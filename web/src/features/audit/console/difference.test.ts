import { describe, expect, it } from 'vitest'
import { differences, fieldName } from './difference'

describe('the changes of an audit entry', () => {
  it('shows each field before and after', () => {
    expect(
      differences({ before: { name: 'Gold', isActive: true }, after: { name: 'Gold circle', isActive: false } }),
    ).toEqual([
      { field: 'Name', before: 'Gold', after: 'Gold circle' },
      { field: 'Is active', before: 'Yes', after: 'No' },
    ])
  })

  it('leaves out fields that are empty before and after', () => {
    expect(differences({ before: {}, after: { name: 'Gold', description: '', features: [] } })).toEqual([
      { field: 'Name', before: undefined, after: 'Gold' },
    ])
  })

  it('shows lists, numbers and objects as text', () => {
    expect(differences({ before: {}, after: { ids: ['a', 'b'], rows: 0, at: { day: 1 } } })).toEqual([
      { field: 'Ids', before: undefined, after: 'a, b' },
      { field: 'Rows', before: undefined, after: '0' },
      { field: 'At', before: undefined, after: '{"day":1}' },
    ])
  })

  it('shows a field name as words', () => {
    expect(fieldName('razorpayPlanId')).toBe('Razorpay plan id')
  })
})
