import { expect, it } from 'vitest'
import type { OfflinePayment, OfflineReturn } from './api'
import { partsText } from './offline-dialogs'
import { returnText, tdsText, validityText } from './offline-payments'

const owed: OfflineReturn = {
  id: 'one',
  kind: 'overpaid',
  state: 'open',
  amount: '500.50',
  reason: 'More was paid than was due.',
  enteredBy: 'kavita',
  returnedAt: '',
  reference: '',
  returnedBy: '',
  writeOffReason: '',
}

it('says what is to be returned and by whom', () => {
  expect(returnText(owed, 'INR')).toBe('Paid too much: ₹500.50, to return')
  expect(returnText({ ...owed, kind: 'claim' }, 'INR')).toBe('Owed by the payer: ₹500.50, not received yet')
  expect(
    returnText(
      {
        ...owed,
        kind: 'claim',
        state: 'written-off',
        returnedAt: '2026-08-03T00:00:00Z',
        writeOffReason: 'Moved abroad',
      },
      'INR',
    ),
  ).toBe('Owed by the payer: ₹500.50, written off on 3 Aug 2026 (Moved abroad)')
})

it('says when and with which transfer it was returned', () => {
  const text = returnText(
    { ...owed, state: 'returned', returnedAt: '2026-08-01T06:30:00.000Z', reference: 'R1' },
    'INR',
  )
  expect(text).toContain('returned on')
  expect(text).toContain(', R1')
})

it('says who has deducted tax and whether the certificate has come', () => {
  const receipt = { tan: 'MUMB12345C', tdsSection: '194J', certificate: '' }
  expect(tdsText(receipt)).toBe('MUMB12345C, 194J, certificate missing')
  expect(tdsText({ ...receipt, certificate: 'ABCDEFG' })).toBe('MUMB12345C, 194J, certificate ABCDEFG')
})

it('says until when a proforma is valid', () => {
  const validUntil = '2026-08-13T18:29:59.000Z'
  expect(validityText({ validUntil, remindedAt: '' })).toMatch(/^Valid until 13 Aug/)
  expect(validityText({ validUntil, remindedAt: '2026-08-07T06:30:00.000Z' })).toContain('reminder sent on 7 Aug')
})

it('says that the parts of a divided transfer belong together', () => {
  const part = { mode: 'neft', utr: 'N1', transferAmount: '59000.00', state: 'received' }
  const payment = (receipt: object) => ({ currency: 'INR', receipts: [receipt] }) as OfflinePayment
  expect(partsText(payment(part))).toBe('NEFT N1 over ₹59,000 pays several payments. This applies to all its parts.')
  expect(partsText(payment({ ...part, transferAmount: '0.00' }))).toBe('')
})
