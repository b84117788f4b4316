import { Mail } from 'lucide-react'
import { mailTo } from '@/lib/links'
import { iconButton } from './button'
import { classes } from './classes'

/** An email address that breaks before its @, where it has to break. */
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

/** Begins an email to somebody in one's own mail program. */
export function MailLink({ email, name }: { email: string; name: string }) {
  if (!email) return null
  const label = `Write to ${name || email}`
  return (
    <a href={mailTo(email)} aria-label={label} className={classes('btn btn-ghost', iconButton)}>
      <Mail className="size-4" strokeWidth={1.75} />
    </a>
  )
}
