/**
 * The text by which searches in the browser compare, as normal.Fold of the server: without case, accents and runs of
 * spaces.
 */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu, '$1')
    .normalize()
    .replace(/\s+/g, ' ')
    .trim()
}
