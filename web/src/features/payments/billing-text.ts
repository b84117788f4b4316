import { type BuiltInTexts, createReader, type TextReader } from '@/lib/texts'

/** The texts of the billing details. */
export type BillingText = TextReader<BuiltInTexts<'checkout'>['billing']>

// The names of the states are those of the generated list.
type Words = Omit<BuiltInTexts<'checkout'>['billing'], 'states'>

const english: Words = {
  invoiceTo: 'Invoice to',
  individual: 'Myself',
  company: 'My company',
  latinLetters: 'Receipts and invoices cannot show some of these letters. Please write the name in Latin letters.',
  gstinHint: 'If the company is registered for GST.',
  addressHint: 'An invoice of ₹50,000 or more must show it.',
  stateHint: 'The state of the GSTIN applies.',
  statePrefilled: 'Filled in from the account. Please check it.',
  postalCode: 'Postal code',
  legalNameMissing: 'Please enter the company’s legal name',
  companyAddressMissing: 'Please enter the company’s address',
  gstinMissing: 'Please enter the GSTIN of the company in the special economic zone',
  addressMissing: 'Please enter your address, because an invoice of ₹50,000 or more must show it',
  stateMissing: 'Please choose your state',
  pinMissing: 'Please enter your PIN code',
  pinInvalid: 'A PIN code has six digits, such as 400001',
  pinElsewhere:
    'This PIN code belongs to another state. Please correct the state or the PIN code, or confirm that both are right',
}

function textOf(words: Words): BillingText {
  return createReader({ texts: words, images: {}, lists: {} })
}

/** The texts as a member's account shows them, which is in English only. */
export const accountBilling = textOf(english)

/** The texts as the console shows them, where an admin fills in a member's details. */
export const officeBilling = textOf({
  ...english,
  individual: 'The member',
  company: 'Their company',
  addressMissing: 'Please enter the address, because an invoice of ₹50,000 or more must show it',
  stateMissing: 'Please choose the state',
  pinMissing: 'Please enter the PIN code',
})
