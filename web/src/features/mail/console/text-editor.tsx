import { useQuery } from '@tanstack/react-query'
import { messageOf } from '@/lib/api-error'
import { emailTextForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { useSettled } from '@/lib/use-settled'
import { Button } from '@/ui/button'
import { Disclosure } from '@/ui/disclosure'
import { EmailLooks } from '@/ui/email-preview'
import { TextAreaField, TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { LeaveGuard } from '@/ui/leave-guard'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { useToast } from '@/ui/toast-queue'
import { useReauthenticated } from '@/ui/use-reauthenticated'
import { useReport } from '@/ui/use-report'
import type { EmailTextDetail, Wording } from './api'
import { emailTextPreviewQuery, useSaveEmailText, useTestEmailText } from './api'
import { TextVersions } from './text-versions'

/** Edits an email's text next to a preview, and restores earlier versions. */
export function TextEditor({ text }: { text: EmailTextDetail }) {
  const toast = useToast()
  const { mutateAsync } = useSaveEmailText()
  // The id includes the version, so that text typed into the form of an earlier version is not reused.
  const form = useRuleForm(`email-text-form-${text.version}`, emailTextForm, { initial: { ...text.wording } })
  const wording = pick(form.watched())
  const isDirty = JSON.stringify(wording) !== JSON.stringify(pick(text.wording))
  const { save, dialog } = useReauthenticated(
    (values: Wording & { version: number }) => mutateAsync({ id: text.id, values }),
    {
      title: 'Change this text?',
      children: 'This email has a secret link, or is about security or money. Please enter your password again.',
    },
  )
  const submit = form.submit({
    send: async (values) => {
      await save({ ...values, version: text.version })
      toast({ title: 'Text saved', description: 'The next email uses it.' })
    },
    failed: (error) => messageOf(error, 'The text could not be saved. Please try again.'),
  })
  return (
    <>
      {text.fault && (
        <div className="mb-8">
          <Notice tone="danger" title="This text is not used">
            <p>It has an error, so the site sends the built-in text instead: {text.fault}.</p>
          </Notice>
        </div>
      )}
      {text.hasSecretLink && (
        <div className="mb-8">
          <Notice title="This email has a secret link">
            <p>
              Anyone who has the link can act for the reader. Only an owner can change this text, with their password,
              and all admins get an email about it.
            </p>
          </Notice>
        </div>
      )}
      <div className="grid grid-cols-1 gap-x-12 gap-y-10 xl:grid-cols-2">
        <div className="min-w-0">
          <Form form={form} onSubmit={submit} refusalTitle="Not saved">
            <TextField form={form} name="subject" />
            <TextField form={form} name="preview" hint="Mail programs show it next to the subject." />
            <TextAreaField
              form={form}
              name="body"
              hint={<WritingHelp />}
              controlClass="min-h-96 font-mono text-[0.9375rem]"
            />
            <TextAreaField
              form={form}
              name="footnote"
              hint="Shown in small print at the end."
              controlClass="min-h-24"
            />
            <div className="flex flex-wrap gap-3">
              <SubmitButton form={form} busyLabel="Saving…">
                Save text
              </SubmitButton>
              <SendTest id={text.id} wording={wording} />
              {isDirty && (
                <Button tone="quiet" onClick={() => form.reset({ ...text.wording })}>
                  Discard unsaved changes
                </Button>
              )}
            </div>
          </Form>
          {dialog}
          <MergeFields text={text} />
          <TextVersions text={text} />
        </div>
        <div className="min-w-0">
          <TextPreview id={text.id} wording={wording} />
        </div>
      </div>
      <LeaveGuard dirty={isDirty} />
    </>
  )
}

function WritingHelp() {
  return (
    <>
      Markdown: <code># Heading</code>, <code>**strong**</code>, <code>- list</code>, <code>1. step</code>,{' '}
      <code>&gt; quotation</code>, <code>[Open]({'{{siteURL}}'}/account "button")</code> on its own line for a button.
      Put text that depends on a field between <code>{'{{if name}}'}</code>, <code>{'{{else}}'}</code> and{' '}
      <code>{'{{end}}'}</code>.
    </>
  )
}

function MergeFields({ text }: { text: EmailTextDetail }) {
  return (
    <Disclosure label={`The ${text.fields.length} merge fields of this email`} className="mt-6">
      <dl className="mt-2 border-base-300 border-t">
        {text.fields.map(({ name, sample, isLink, isSecret, isRequired }) => (
          <div key={name} className="border-base-300 border-b py-2 sm:flex sm:gap-4">
            <dt className="shrink-0 sm:w-48">
              <code>{`{{${name}}}`}</code>
              {isRequired && <span className="block text-quiet text-sm">must be in the text</span>}
              {isSecret && (
                <span className="block text-quiet text-sm">
                  secret: the whole address of a link or button, as in [Open](…)
                </span>
              )}
            </dt>
            <dd className="min-w-0 text-quiet">
              {name === 'facts' ? 'The table of this email' : sample || (isLink ? 'A link' : 'Empty in the sample')}
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}

function SendTest({ id, wording }: { id: string; wording: Wording }) {
  const toast = useToast()
  const report = useReport()
  const { mutateAsync, isPending } = useTestEmailText()
  async function test() {
    const sent = mutateAsync({ id, values: { ...wording } }).then(({ emailAddress }) =>
      toast({ title: 'Test sent', description: `It will arrive at ${emailAddress} in a moment.` }),
    )
    await report(sent, { failed: 'Not sent' })
  }
  return (
    <Button tone="outline" busy={isPending} onClick={test}>
      Send a test to myself
    </Button>
  )
}

function TextPreview({ id, wording }: { id: string; wording: Wording }) {
  const { data, error, refetch } = useQuery(emailTextPreviewQuery(id, useSettled(wording)))
  return (
    <section aria-labelledby="preview-heading">
      <h2 id="preview-heading" className="mb-3 font-sans font-semibold text-lg">
        Preview with sample data
      </h2>
      {error && (
        <p className="text-error">
          {messageOf(error, 'The preview could not be created.')}{' '}
          <Button tone="quiet" onClick={() => refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!data && !error && <Skeleton />}
      {data && data.problems.length > 0 && (
        <Notice tone="warning" title="Correct this before you save">
          <ul className="list-disc pl-5">
            {data.problems.map(({ field, message }) => (
              <li key={field + message}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      {data?.light && <EmailLooks email={data} />}
    </section>
  )
}

function pick({ subject, preview, body, footnote }: Wording): Wording {
  return { subject, preview, body, footnote }
}
