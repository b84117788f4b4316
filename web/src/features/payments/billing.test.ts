import { expect, test } from 'vitest'
import { type BillingValues, billingProblems, emptyBilling, placeOf, withStateOf } from './billing'
import { accountBilling } from './billing-text'

const asha: BillingValues = {
  kind: 'individual',
  legalName: '',
  gstin: '',
  address: '',
  state: '27',
  pin: '400001',
  country: 'IN',
}

test('A buyer in India needs a state and a PIN code, and a buyer abroad neither', () => {
  expect(billingProblems(asha, accountBilling)).toEqual({})
  expect(Object.keys(billingProblems({ ...asha, state: '', pin: '' }, accountBilling))).toEqual(['state', 'pin'])
  expect(Object.keys(billingProblems({ ...asha, pin: '040001' }, accountBilling))).toEqual(['pin'])
  expect(billingProblems({ ...asha, state: '', pin: '', country: 'US' }, accountBilling)).toEqual({})
})

test('A company needs a name and an address', () => {
  expect(Object.keys(billingProblems({ ...asha, kind: 'company' }, accountBilling))).toEqual(['legalName', 'address'])
})

test('The place of supply is the state of the GSTIN, and is known once the PIN code is complete', () => {
  expect(placeOf({ ...asha, pin: '4000' })).toBeUndefined()
  expect(placeOf(asha)).toEqual({ state: '27', pin: '400001' })
  expect(placeOf({ ...asha, kind: 'company', gstin: '29AAGCB7383J1Z4' })).toEqual({ state: '29', pin: '400001' })
  expect(placeOf({ ...asha, gstin: '29AAGCB7383J1Z4' })).toEqual({ state: '27', pin: '400001' })
  expect(placeOf({ ...asha, country: 'US', pin: '' })).toEqual({ country: 'US' })
})

test('The state comes from the account’s location unless the buyer has stated another', () => {
  const stateAt = (location: string, billing = emptyBilling) => withStateOf(location, billing).state
  expect(stateAt('Pune, Maharashtra')).toBe('27')
  expect(stateAt('Kochi,  kerala ')).toBe('32')
  expect(stateAt('Delhi')).toBe('07')
  expect(stateAt('Pune')).toBe('')
  expect(stateAt('')).toBe('')
  expect(stateAt('Kochi, Kerala', { ...emptyBilling, state: '27' })).toBe('27')
  expect(stateAt('Kochi, Kerala', { ...emptyBilling, country: 'SG' })).toBe('')
})
