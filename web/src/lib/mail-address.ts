/**
 * The link that opens a letter to an address. An address may hold ? and &, with which a stranger
 * could add a hidden reader or words of his own to the letter: they are made a part of its name.
 */
export function mailTo(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`
}
