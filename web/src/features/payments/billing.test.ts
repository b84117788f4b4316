import { expect, test } from 'vitest'
import { type BillingValues, billingProblems, emptyBilling, placeOf, placeToConfirm, withStateOf } from './billing'
import { accountBilling } from './billing-text'

const asha: BillingValues = {
  kind: 'individual',
  legalName: '',
  gstin: '',
  isSEZ: false,
  address: '',
  state: '27',
  pin: '400001',
  country: 'IN',
  confirmedPlace: '',
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
  const inBengaluru = { ...asha, gstin: '29AAGCB7383J1Z4', pin: '560025', state: '29' }
  expect(placeOf({ ...inBengaluru, kind: 'company', state: '' })).toEqual({ state: '29', pin: '560025' })
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

test('A PIN code and a GSTIN may be typed with spaces', () => {
  const typed = {
    ...asha,
    kind: 'company' as const,
    legalName: 'BC',
    address: 'Pune',
    pin: '560 025',
    gstin: '29 AAGCB7383J1Z4',
  }
  expect(billingProblems(typed, accountBilling)).toEqual({})
  expect(placeOf(typed)).toEqual({ state: '29', pin: '560025' })
})

test('A PIN code of another state must be confirmed, and the confirmation is for this state and PIN code only', () => {
  const elsewhere = { ...asha, pin: '560 001' }
  expect(Object.keys(billingProblems(elsewhere, accountBilling))).toEqual(['pin'])
  expect(placeOf(elsewhere)).toBeUndefined()
  const confirmed = { ...elsewhere, confirmedPlace: '27-560001' }
  expect(billingProblems(confirmed, accountBilling)).toEqual({})
  expect(placeOf(confirmed)).toEqual({ state: '27', pin: '560001', confirmedPlace: '27-560001' })
  expect(Object.keys(billingProblems({ ...confirmed, state: '33' }, accountBilling))).toEqual(['pin'])
  // Goa shares its first two digits with Maharashtra, and the Army Postal Service names no state.
  expect(billingProblems({ ...asha, state: '30', pin: '403001' }, accountBilling)).toEqual({})
  expect(billingProblems({ ...asha, pin: '900056' }, accountBilling)).toEqual({})
  expect(placeToConfirm({ ...asha, kind: 'company', gstin: '29AAGCB7383J1Z4' })).toBe('29-400001')
})

test('A company in a special economic zone needs its GSTIN, and is quoted with all its details', () => {
  const zone = { ...asha, kind: 'company' as const, legalName: 'BC', address: 'Pune', isSEZ: true }
  expect(Object.keys(billingProblems(zone, accountBilling))).toEqual(['gstin'])
  expect(placeOf(zone)).toEqual({ state: '27', pin: '400001' })
  const complete = { ...zone, gstin: '29AAGCB7383J1Z4', pin: '560025' }
  expect(billingProblems(complete, accountBilling)).toEqual({})
  expect(placeOf(complete)).toEqual(complete)
})
