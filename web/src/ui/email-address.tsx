import { Mail } from 'lucide-react'
import { mailTo } from '@/lib/links'
import { iconButton } from './button'
import { classes } from './classes'

/** An email address that breaks before the @ if it does not fit. */
export function EmailText({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

/** A link that writes an email to a person in the admin's mail program. */
export function MailLink({ email, name }: { email: string; name: string }) {
  if (!email) return null
  const label = `Write to ${name || email}`
  return (
    <a href={mailTo(email)} aria-label={label} className={classes('btn btn-ghost', iconButton)}>
      <Mail className="size-4" strokeWidth={1.75} />
    </a>
  )
}
