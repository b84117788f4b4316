import { mailTo } from '@/lib/mail-address'
import { classes } from './classes'
import { Icon, iconButton } from './icon'

/** Opens a letter to somebody in one's own mail program. */
export function MailLink({ email, name }: { email: string; name: string }) {
  if (!email) return null
  const label = `Write to ${name || email}`
  return (
    <a href={mailTo(email)} title={label} className={classes('btn btn-ghost', iconButton)}>
      <span className="sr-only">{label}</span>
      <Icon path="M1.5 3.5h13v9h-13zM1.5 4l6.5 5 6.5-5" />
    </a>
  )
}
