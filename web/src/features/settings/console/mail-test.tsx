import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { messageOf } from '@/lib/api-error'
import { type EmailDetail, type TestLetter, testLetterForm } from '@/lib/generated'
import { useLive } from '@/lib/live'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
import { send } from '@/lib/server'
import { FormProblem } from '@/ui/form-problem'
import { Notice } from '@/ui/notice'
import { RuleField } from '@/ui/rule-field'
import { SubmitButton } from '@/ui/submit-button'
import { sendTestLetter } from './calls'

/** Sends a real letter, and tells what becomes of it. */
export function MailTest({ configured }: { configured: boolean }) {
  const [letter, setLetter] = useState<TestLetter>()
  const form = useRuleForm('mail-test', testLetterForm)
  const submit = form.submit({
    send: async ({ email }) => setLetter(await sendTestLetter(email)),
    failed: (error) => messageOf(error, 'The test letter could not be sent. Please try again.'),
  })
  if (!configured)
    return (
      <p className="max-w-text text-quiet">
        Letters wait in the outbox until BREVO_API_KEY is set where the site runs.
      </p>
    )
  return (
    <>
      <p className="mb-4 max-w-text text-quiet">A test sends a real letter, and tells what becomes of it.</p>
      <form id={form.id} method="post" noValidate onSubmit={submit}>
        <div role="alert" className="mb-4 empty:hidden">
          <FormProblem form={form} title="Not sent" />
        </div>
        <RuleField form={form} name="email" hint="Left empty, it goes to the notification address." hasDefault>
          {(control) => <input type="email" className="input" autoComplete="email" {...control} />}
        </RuleField>
        <SubmitButton form={form} tone="outline" busyLabel="Sending…" className="mt-4">
          Send a test letter
        </SubmitButton>
      </form>
      <div role="status" className="mt-4 empty:hidden">
        {letter && <Fate key={letter.id} letter={letter} />}
      </div>
    </>
  )
}

// What the outbox knows of it: the provider's answer comes within seconds, its delivery later.
function Fate({ letter }: { letter: TestLetter }) {
  const read = useQuery({
    queryKey: ['console', 'emails', letter.id],
    queryFn: ({ signal }) => send<EmailDetail>(`/api/emails/${letter.id}`, { signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.status) ? 2000 : false),
  })
  useLive(['mail'], read.refetch)
  const status = read.data?.status
  const link = (
    <Link className="text-link" to={`${paths.adminEmails}/${letter.id}`}>
      See the letter
    </Link>
  )
  if (isUnderWay(status))
    return (
      <Notice title={`The letter to ${letter.emailAddress} is on its way`}>
        <p>{read.data?.errorMessage || 'The provider’s answer is awaited.'}</p>
        {link}
      </Notice>
    )
  if (status === 'sent' || status === 'delivered' || status === 'opened' || status === 'clicked')
    return (
      <Notice tone="success" title={status === 'sent' ? 'Brevo has taken the letter' : 'The letter has arrived'}>
        <p>It went to {letter.emailAddress}.</p>
        {link}
      </Notice>
    )
  return (
    <Notice tone="danger" title="The letter did not go out">
      <p>{read.data?.errorMessage || 'The provider gave no reason.'}</p>
      {link}
    </Notice>
  )
}

function isUnderWay(status: string | undefined): boolean {
  return status === undefined || status === 'queued' || status === 'sending'
}
