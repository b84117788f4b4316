// The documents' font has these scripts; another letter is printed as an empty box.
const unprintable = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u

/** What to say beside a name that stands on receipts and invoices, undefined if it can be printed. */
export function printHint(name: string): string | undefined {
  return unprintable.test(name)
    ? 'Receipts and invoices print Latin letters only: please write the name in them.'
    : undefined
}
