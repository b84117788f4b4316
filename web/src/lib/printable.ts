// The scripts that the documents' font covers. Other letters are printed as empty boxes.
const unprintable = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u

/** Returns a hint for a name that cannot be printed on receipts and invoices, else undefined. */
export function printHint(name: string): string | undefined {
  return unprintable.test(name)
    ? 'Receipts and invoices can only show Latin letters. Please write the name in Latin letters.'
    : undefined
}
