import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { messageOf } from '@/lib/api-error'
import type { TestEmail } from '@/lib/api-types'
import { consolePaths } from '@/lib/console-paths'
import { testEmailForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { useRuleForm } from '@/lib/rule-form'
import { TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { Notice } from '@/ui/notice'
import { isPending, testEmailQuery, useSendTestEmail } from './api'

/** Sends a real email and shows its status. */
export function EmailTest({ configured }: { configured: boolean }) {
  const { data: email, mutateAsync } = useSendTestEmail()
  const form = useRuleForm('mail-test', testEmailForm)
  const submit = form.submit({
    send: async ({ email }) => void (await mutateAsync(email)),
    failed: (error) => messageOf(error, 'The test email could not be sent. Please try again.'),
  })
  if (!configured)
    return <p className="max-w-text text-quiet">Emails wait in the outbox until BREVO_API_KEY is set on the server.</p>
  return (
    <>
      <p className="mb-4 max-w-text text-quiet">A test sends a real email and shows whether it arrives.</p>
      <Form form={form} onSubmit={submit} refusalTitle="Not sent" className="flex flex-col items-stretch gap-4">
        <TextField
          form={form}
          name="email"
          hint="If you leave this empty, we send the test to the notification address."
          hasDefault
          type="email"
          autoComplete="email"
        />
        <SubmitButton form={form} tone="outline" busyLabel="Sending…" className="self-start">
          Send a test email
        </SubmitButton>
      </Form>
      <div role="status" className="mt-4 empty:hidden">
        {email && <TestEmailStatus key={email.id} email={email} />}
      </div>
    </>
  )
}

// The status in the outbox. The provider answers within seconds; delivery takes longer.
function TestEmailStatus({ email }: { email: TestEmail }) {
  const read = useQuery(testEmailQuery(email.id))
  const status = read.data?.status
  const link = (
    <Link className="text-link" to={href(consolePaths.email, { id: email.id })}>
      Open the email
    </Link>
  )
  if (isPending(status))
    return (
      <Notice title={`The email to ${email.emailAddress} is being sent`}>
        <p>{read.data?.errorMessage || 'Waiting for the provider’s answer.'}</p>
        {link}
      </Notice>
    )
  if (status === 'sent' || status === 'delivered' || status === 'opened' || status === 'clicked')
    return (
      <Notice tone="success" title={status === 'sent' ? 'Brevo has accepted the email' : 'The email has arrived'}>
        <p>We sent it to {email.emailAddress}.</p>
        {link}
      </Notice>
    )
  return (
    <Notice tone="danger" title="The email was not sent">
      <p>{read.data?.errorMessage || 'The provider gave no reason.'}</p>
      {link}
    </Notice>
  )
}
