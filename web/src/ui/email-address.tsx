import { Mail } from 'lucide-react'
import { Fragment } from 'react'
import { mailTo } from '@/lib/links'
import { iconButton } from './button'
import { classes } from './classes'

/** An email address that can break before the @. A long part can also break after its dots and similar characters. */
export function EmailText({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  return (
    <>
      <Part text={address.slice(0, at)} />
      <wbr />
      <Part text={address.slice(at)} />
    </>
  )
}

/** The number of characters that fit in a column of addresses. */
const columnLength = 24

function Part({ text }: { text: string }) {
  return text.length > columnLength ? <Breaks text={text} after={/(?<=[._+])/} /> : text
}

/** A text without spaces that can break where the expression matches. */
export function Breaks({ text, after }: { text: string; after: RegExp }) {
  return text.split(after).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other identity
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ))
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
