import { mailTo } from '@/lib/mail-address'

/** Opens a letter to somebody in one's own mail program. */
export function MailLink({ email, name }: { email: string; name: string }) {
  if (!email) return null
  const label = `Write to ${name || email}`
  return (
    <a href={mailTo(email)} title={label} className="btn btn-ghost size-11 p-0">
      <span className="sr-only">{label}</span>
      <svg
        viewBox="0 0 16 16"
        className="size-4"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        aria-hidden="true"
      >
        <path d="M1.5 3.5h13v9h-13zM1.5 4l6.5 5 6.5-5" />
      </svg>
    </a>
  )
}
