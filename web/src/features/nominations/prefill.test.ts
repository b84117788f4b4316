import { describe, expect, it } from 'vitest'
import { prefill } from './nomination-form'

const user = { name: 'Asha Rao', email: 'asha@example.in', phone: '+919876543210' }

describe('the answers that an account fills in', () => {
  it.each([
    ['Mumbai, Maharashtra', 'Mumbai', 'Maharashtra'],
    ['Mumbai,Maharashtra,India', 'Mumbai', 'Maharashtra'],
    ['  New Delhi  ', 'New Delhi', ''],
    ['Chennai,', 'Chennai', ''],
    [', Kerala', '', 'Kerala'],
    ['', '', ''],
  ])('take from the location %j the city %j and the state %j', (location, city, state) => {
    expect(prefill({ ...user, location })).toEqual({ ...user, city, state })
  })
})
