import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ApiError, messageOf } from '@/lib/api-error'
import { useLive } from '@/lib/live'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { Disclosure } from '@/ui/disclosure'
import { EmptyState } from '@/ui/empty-state'
import { PageHead } from '@/ui/page-head'
import { Spinner } from '@/ui/spinner'
import { emailQuery } from './calls'
import { EmailFacts } from './email-facts'
import { LetterFrame } from './letter-frame'
import { SendAgain } from './send-again'

/** One letter: its words, its state, and what the provider told of it. */
export function Component() {
  const { id = '' } = useParams()
  const letter = useQuery(emailQuery(id))
  useLive(['mail'], letter.refetch)
  const email = letter.data
  if (!email && letter.error)
    return (
      <EmptyState
        level={1}
        title={isMissing(letter.error) ? 'This letter was not found' : 'The letter could not be read'}
        action={
          isMissing(letter.error) ? (
            <ButtonLink to={paths.adminEmails}>All letters</ButtonLink>
          ) : (
            <Button onClick={() => letter.refetch()}>Try again</Button>
          )
        }
      >
        <p>{messageOf(letter.error, 'Something went wrong on the way.')}</p>
      </EmptyState>
    )
  if (!email) return <Spinner label="Loading…" size={28} />
  return (
    <>
      <p className="mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={paths.adminEmails}>
          All letters
        </Link>
      </p>
      <PageHead
        title={email.subject || 'Without a subject'}
        lede={<>To {email.emailAddress}</>}
        named={email.subject}
      />
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[22rem_1fr]">
        <div className="min-w-0">
          <EmailFacts email={email} />
          <div className="mt-6">
            <SendAgain email={email} />
          </div>
        </div>
        <div className="min-w-0">
          {email.unreadable ? (
            <p className="text-quiet">{email.unreadable}</p>
          ) : (
            <>
              <p className="mb-4 max-w-text text-quiet text-sm">
                The letter as it would be written now. Whatever gives access, such as the link to a new password, is
                hidden.
              </p>
              <LetterFrame html={email.html} subject={email.subject} />
              <Disclosure label="The letter as plain text" className="mt-6">
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

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
