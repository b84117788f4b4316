/** A link that staff have typed, if a browser may be sent there: a full http or https address. */
export function safeLink(link: string): string | undefined {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return undefined
  const address = new URL(link)
  return address.username || address.password ? undefined : address.href
}
