/**
 * The link that begins an email to an address. An address may hold ? and &, with which a stranger
 * could add a hidden recipient or words of their own to the email: they are escaped.
 */
export function mailTo(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`
}

/** A link that staff have typed, if a browser may be sent there: a full http or https address. */
export function safeLink(link: string): string | undefined {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return undefined
  const address = new URL(link)
  return address.username || address.password ? undefined : address.href
}

/** The link that calls a number, however it is written. */
export function telTo(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}
