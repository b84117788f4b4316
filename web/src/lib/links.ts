/**
 * A mailto link. The address is escaped: with ? or & in it, a stranger could add a hidden recipient or text to the
 * email.
 */
export function mailTo(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`
}

/** Returns a link that staff entered if it is a full http or https address, else undefined. */
export function safeLink(link: string): string | undefined {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return undefined
  const address = new URL(link)
  return address.username || address.password ? undefined : address.href
}

/** A stored phone number as people read it, as normal.PhoneText of the server shows it. */
export function phoneText(phone: string): string {
  return phone
    .replace(/^\+91([6-9]\d{4})(\d{5})$/, '+91 $1 $2')
    .replace(/^\+91([1-5]\d)(\d{4})(\d{4})$/, '+91 $1 $2 $3')
}

/** A tel link for a phone number in any notation. */
export function telTo(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}
