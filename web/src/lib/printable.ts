// The scripts of the documents' fonts (pb_hooks/payments/invoices/pdf_fonts.go). Other letters are printed as "?".
const scripts =
  'Latin Greek Cyrillic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Meetei_Mayek Ol_Chiki Common Inherited'
const unprintable = new RegExp(`[^${scripts.replace(/\S+/g, String.raw`\p{Script=$&}`).replaceAll(' ', '')}]`, 'u')

/** Returns a hint for a name that cannot be printed on receipts and invoices, else undefined. */
export function printHint(name: string): string | undefined {
  return unprintable.test(name)
    ? 'Receipts and invoices cannot show some of these letters. Please write the name in Latin letters.'
    : undefined
}
