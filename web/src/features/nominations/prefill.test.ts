import { describe, expect, it } from 'vitest'
import { prefill } from './nomination-form'

const user = { name: 'Asha Rao', email: 'asha@example.in', phone: '+919876543210' }

describe('what an account fills in', () => {
  it.each([
    ['Mumbai, Maharashtra', 'Mumbai', 'Maharashtra'],
    ['Mumbai,Maharashtra,India', 'Mumbai', 'Maharashtra'],
    ['  New Delhi  ', 'New Delhi', ''],
    ['Chennai,', 'Chennai', ''],
    [', Kerala', '', 'Kerala'],
    ['', '', ''],
  ])('of the location %j are city %j and state %j', (location, city, state) => {
    expect(prefill({ ...user, location })).toEqual({ ...user, city, state })
  })
})
