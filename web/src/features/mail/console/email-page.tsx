import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { Disclosure } from '@/ui/disclosure'
import { PageHead } from '@/ui/page-head'
import { emailWidths, ScaledFrame } from '@/ui/scaled-frame'
import { ScreenSkeleton } from '@/ui/skeleton'
import { UnreadRecord } from '@/ui/unread-record'
import { emailQuery } from './api'
import { EmailFacts } from './email-facts'
import { Resend } from './resend'

/** One email: its content, its delivery status, and its delivery events. */
export function EmailPage() {
  const { id = '' } = useParams()
  const query = useQuery(emailQuery(id))
  const email = query.data
  if (!email && query.error)
    return (
      <UnreadRecord
        what="Email"
        error={query.error}
        onRetry={query.refetch}
        list={{ label: 'All emails', to: consolePaths.emails }}
      />
    )
  if (!email) return <ScreenSkeleton />
  return (
    <>
      <p className="mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={consolePaths.emails}>
          All emails
        </Link>
      </p>
      <PageHead title={email.subject || 'No subject'} lede={<>To {email.emailAddress}</>} named={email.subject} />
      <div className="grid grid-cols-1 gap-x-12 gap-y-10 xl:grid-cols-[22rem_minmax(0,1fr)]">
        <div className="min-w-0">
          <EmailFacts email={email} />
          <div className="mt-6">
            <Resend email={email} />
          </div>
        </div>
        <div className="min-w-0">
          {email.unreadable ? (
            <p className="text-quiet">{email.unreadable}</p>
          ) : (
            <>
              <p className="mb-4 max-w-text text-quiet text-sm">
                {email.hasSentText
                  ? 'The email as it was sent.'
                  : 'The email with the current text. It has not been sent yet, or the text as sent is not stored.'}{' '}
                Secrets, such as the link to set a password, are hidden.
              </p>
              <EmailFrame id={email.id} subject={email.subject} />
              <Disclosure label="The email as plain text" className="mt-6">
                <pre className="mt-3 overflow-x-auto whitespace-pre-wrap break-words border border-base-300 p-4 font-sans text-[0.9375rem]">
                  {email.text}
                </pre>
              </Disclosure>
            </>
          )}
        </div>
      </div>
    </>
  )
}

/** An email as its recipient sees it. The server's policy for the frame forbids scripts and requests. */
function EmailFrame({ id, subject }: { id: string; subject: string }) {
  const [isWide, setWide] = useState(true)
  return (
    <div>
      <fieldset className="mb-3 flex flex-wrap gap-2">
        <legend className="sr-only">Width of the email</legend>
        {[true, false].map((wide) => (
          <button
            key={String(wide)}
            type="button"
            className="btn btn-outline aria-pressed:bg-base-content aria-pressed:text-base-100"
            aria-pressed={isWide === wide}
            onClick={() => setWide(wide)}
          >
            {wide ? 'Desktop' : 'Phone'}
          </button>
        ))}
      </fieldset>
      <ScaledFrame
        title={`The email “${subject}”`}
        sandbox=""
        src={`/api/emails/${id}/html`}
        width={isWide ? emailWidths.desktop : emailWidths.phone}
        grows={isWide}
      />
    </div>
  )
}
