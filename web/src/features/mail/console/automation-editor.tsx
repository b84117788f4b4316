import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormState } from 'react-hook-form'
import { Link } from 'react-router'
import { messageOf } from '@/lib/api-error'
import { consolePaths } from '@/lib/console-paths'
import { automationForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { useRuleForm } from '@/lib/rule-form'
import { useStoredVersion } from '@/lib/use-stored-version'
import { LoadError } from '@/ui/empty-state'
import { TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { LeaveGuard } from '@/ui/leave-guard'
import { Skeleton } from '@/ui/skeleton'
import { useToast } from '@/ui/toast-queue'
import type { Automation } from './api'
import { automationQuery, emailTextQuery, useSaveAutomation } from './api'
import { delayInWords } from './automation-words'
import { EmailTextTabs, isEnglish } from './email-text-tabs'
import { LazyEmailEditor } from './lazy-email-editor'

const rules = automationForm.filter(({ name }) => name === 'delayHours')

/** Sets how long after its trigger an automation sends its email. */
export function DelayForm({ automation }: { automation: Automation }) {
  const { id, minDelayHours, maxDelayHours } = automation
  const toast = useToast()
  const { mutateAsync } = useSaveAutomation()
  const form = useRuleForm('automation-form', rules, { initial: valuesOf(automation) })
  const stored = useStoredVersion(form, automation, valuesOf)
  const client = useQueryClient()
  const { isDirty } = useFormState({ control: form.control })
  // Shows another admin's change. The automation that is passed may be older than the answer to this form's own save, so
  // the effect reads the cache.
  useEffect(() => {
    const current = client.getQueryData(automationQuery(id).queryKey)
    if (current && !isDirty && current.version !== stored.version) stored.show(current)
  })
  const submit = form.submit({
    send: async ({ delayHours }) => {
      await stored.save(() => mutateAsync({ id, values: { delayHours, version: stored.version } }))
      toast({ title: 'Delay saved' })
    },
    failed: (error) => messageOf(error, 'The automation could not be saved. Please try again.'),
  })
  return (
    <Form
      form={form}
      onSubmit={submit}
      refusalTitle="Not saved"
      onLoadCurrent={() => stored.load(automationQuery(id), (current) => current, 'delayHours')}
      className="mb-10 flex flex-col gap-4"
    >
      <TextField
        form={form}
        name="delayHours"
        hint={`From ${minDelayHours} to ${maxDelayHours} (${delayInWords(maxDelayHours)}).`}
        inputMode="numeric"
        controlClass="max-w-32"
      />
      <div>
        <SubmitButton form={form} busyLabel="Saving…" tone="outline">
          Save delay
        </SubmitButton>
      </div>
      <LeaveGuard dirty={isDirty} />
    </Form>
  )
}

const valuesOf = ({ delayHours }: Automation) => ({ delayHours: String(delayHours) })

/** The texts of a built-in email, each with its own page. */
export function TextsOfKind({ kind }: { kind: string }) {
  const { data } = useQuery(emailTextQuery(kind))
  if (!data) return null
  return (
    <>
      <h2 className="display-3 mb-3">Text of the email</h2>
      <ul className="mb-10">
        {data.texts.filter(isEnglish).map(({ id, subject, variant }) => (
          <li key={id}>
            <Link className="text-link inline-flex min-h-11 items-center" to={href(consolePaths.emailText, { id })}>
              {subject}
            </Link>
            {variant && <span className="text-quiet text-sm"> {variant}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The email text of an automation. */
export function AutomationText({ kind }: { kind: string }) {
  const { data, error, isFetching, refetch } = useQuery(emailTextQuery(kind))
  if (data)
    return (
      <>
        <EmailTextTabs text={data} />
        <LazyEmailEditor key={kind} text={data} />
      </>
    )
  if (error) return <LoadError title="The text could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
  return <Skeleton />
}
