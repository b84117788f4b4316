// The scripts of the documents' fonts (pb_hooks/payments/invoices/pdf_fonts.go). Other letters are printed as "?".
const scripts =
  'Latin Greek Cyrillic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Meetei_Mayek Ol_Chiki Common Inherited'
const unprintable = new RegExp(`[^${scripts.replace(/\S+/g, String.raw`\p{Script=$&}`).replaceAll(' ', '')}]`, 'u')

/** Reports whether receipts and invoices can show all letters of a name. */
export function isPrintable(name: string): boolean {
  return !unprintable.test(name)
}
