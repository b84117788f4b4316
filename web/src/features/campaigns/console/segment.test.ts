import { describe, expect, it } from 'vitest'
import type { Segment } from './api'
import { complete, inWords, newCondition } from './segment'

describe('a segment', () => {
  it('leaves out incomplete conditions', () => {
    const segment: Segment = {
      match: 'any',
      conditions: [
        { field: 'city', op: 'is', value: ' ' },
        { field: 'account', op: 'is', value: 'any' },
        { group: { match: 'all', conditions: [{ field: 'state', value: '' }] } },
      ],
    }
    expect(complete(segment)).toEqual({ match: 'any', conditions: [{ field: 'account', op: 'is', value: 'any' }] })
  })

  it('is described in a sentence', () => {
    expect(inWords({ match: 'all', conditions: [] })).toBe('everyone')
    const segment: Segment = {
      match: 'all',
      conditions: [
        { field: 'membership', op: 'is', value: 'active' },
        {
          op: 'isNot',
          group: {
            match: 'any',
            conditions: [
              { field: 'city', value: 'Pune' },
              { field: 'city', op: 'isNot', value: 'Goa' },
            ],
          },
        },
      ],
    }
    expect(inWords(segment)).toBe('Membership active and not (City Pune or City is not Goa)')
  })

  it('starts a condition with the first option if the field has options', () => {
    expect(newCondition('list')).toEqual({ field: 'list', op: 'is', value: 'leads' })
    expect(newCondition('city').value).toBe('')
  })
})
