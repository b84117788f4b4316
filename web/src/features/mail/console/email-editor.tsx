import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { adminAccessQuery } from '@/lib/admin-access'
import { ApiError, isTemporary, messageOf } from '@/lib/api-error'
import { useSettled } from '@/lib/use-settled'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { EmailLooks } from '@/ui/email-preview'
import { LeaveGuard } from '@/ui/leave-guard'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { Collision, type Entries, newAutosave, type Status, statusOf, type Theirs } from '@/ui/text-editor/autosave'
import { ConflictDialog } from '@/ui/text-editor/conflict-dialog'
import { useAutosaveEvents } from '@/ui/text-editor/use-autosave-events'
import { useToast } from '@/ui/toast-queue'
import { useReauthenticated } from '@/ui/use-reauthenticated'
import { useReport } from '@/ui/use-report'
import type { EmailTextDetail, EmailTextPreview as Preview, Wording } from './api'
import { emailTextPreviewQuery, emailTextQuery, saveEmailDraft, useSaveEmailText, useTestEmailText } from './api'
import { bodyFormat, lineFormat } from './documents'
import { EmailField } from './email-field'
import './email-editor.css'
import { EmailHistory } from './email-history'
import { readableWording } from './readable'
import { encode, pick, reauthentication } from './wording'

/** An email with its preview. A text with a secret link can only be changed by an owner. */
export function EmailEditor({ text }: { text: EmailTextDetail }) {
  const { data: access } = useQuery(adminAccessQuery)
  const preview = useQuery({ ...emailTextPreviewQuery(text.id, pick(text.wording)), enabled: access !== undefined })
  if (!access) return <Skeleton />
  if (!text.hasSecretLink || access.role === 'owner') return <Editor text={text} />
  return (
    <>
      <TextNotices text={text} />
      <EmailTextPreview query={preview} />
    </>
  )
}

/** Edits an email next to its preview. Drafts are saved automatically; emails use them once they are published. */
function Editor({ text }: { text: EmailTextDetail }) {
  const { id } = text
  const toast = useToast()
  const report = useReport()
  const { entry, status, autosave } = useEmailDraft(text)
  const [dialog, setDialog] = useState<'conflict' | 'history' | 'discard'>()
  const { mutateAsync, isPending } = useSaveEmailText()
  const { save, dialog: passwordDialog } = useReauthenticated(
    (values: Wording & { version: number }) => mutateAsync({ id, values }),
    reauthentication,
  )
  const wording: Wording = JSON.parse(entry?.value ?? encode(text.draft.wording))
  const isChanged = encode(wording) !== encode(text.wording)
  const preview = useQuery(emailTextPreviewQuery(id, useSettled(wording)))
  const errorsOf = (field: keyof Wording) =>
    (isChanged && preview.data?.problems.filter((problem) => problem.field === field).map(({ message }) => message)) ||
    []
  /** Returns what was typed. It may be newer than what is rendered. */
  const latestWording = (): Wording => JSON.parse(autosave.entries()[id]?.value ?? encode(text.draft.wording))
  const type = (field: keyof Wording) => (value: string) =>
    autosave.typed(id, encode({ ...latestWording(), [field]: value }))

  useEffect(() => {
    if (status === 'conflict') setDialog('conflict')
  }, [status])

  async function publish() {
    await autosave.flush()
    const saved = autosave.entries()[id]
    if (saved && statusOf(saved) !== 'saved') return
    await report(save({ ...latestWording(), version: text.version }), {
      done: () => ({ title: 'Text published', description: 'The next email uses it.' }),
      failed: 'Not published',
    })
  }

  /** Makes a text the draft. */
  async function replace(next: Wording) {
    setDialog(undefined)
    autosave.typed(id, encode(next))
    await autosave.flush()
    const saved = autosave.entries()[id]
    if (saved && statusOf(saved) === 'saved' && encode(next) === encode(text.wording))
      toast({ title: 'Draft discarded', description: 'The editor shows the text that is sent now.' })
  }

  const field = (name: keyof Wording) => ({
    value: wording[name],
    errors: errorsOf(name),
    fields: text.fields,
    onType: type(name),
  })
  return (
    <>
      <TextNotices text={text} />
      <div className="mb-6 flex flex-wrap items-center gap-3 border-base-300 border-y py-3">
        <p role="status" className="mr-auto text-quiet">
          {statusWords(status, isChanged)}
        </p>
        {status === 'conflict' && (
          <Button tone="outline" onClick={() => setDialog('conflict')}>
            Choose a version
          </Button>
        )}
        {status === 'failed' && (
          <Button tone="outline" onClick={() => autosave.flush()}>
            Save again
          </Button>
        )}
        <Button tone="outline" onClick={() => setDialog('history')}>
          History
        </Button>
        <SendTest id={id} wording={wording} />
        {isChanged && (
          <Button tone="outline" onClick={() => setDialog('discard')}>
            Discard the draft
          </Button>
        )}
        <Button busy={isPending} disabled={(!isChanged && !text.isOutdated) || status === 'conflict'} onClick={publish}>
          Publish
        </Button>
      </div>
      {status === 'failed' && (
        <p role="alert" className="mb-6 text-error">
          {entry?.problem?.message}
        </p>
      )}
      <div className="grid grid-cols-1 gap-x-12 gap-y-10 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <EmailField label="Subject" format={lineFormat} {...field('subject')} />
          <EmailField
            label="Preview line"
            hint="Mail programs show it next to the subject."
            format={lineFormat}
            {...field('preview')}
          />
          <EmailField label="Text" format={bodyFormat} {...field('body')} />
          <EmailField
            label="Reason for the email"
            hint="Shown in small print at the end."
            format={lineFormat}
            {...field('footnote')}
          />
        </div>
        <div className="min-w-0">
          <EmailTextPreview query={preview} />
        </div>
      </div>
      {passwordDialog}
      {dialog === 'history' && (
        <EmailHistory text={text} now={wording} onRestore={replace} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'conflict' && entry?.theirs && (
        <ConflictDialog
          label="the email"
          entry={entry}
          readable={(value) => readableWording(JSON.parse(value))}
          onChoose={(value) => {
            setDialog(undefined)
            autosave.chosen(id, value)
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      <Confirm
        open={dialog === 'discard'}
        title="Discard the draft?"
        confirmLabel="Discard"
        onConfirm={() => replace(pick(text.wording))}
        onClose={() => setDialog(undefined)}
      >
        <p>The editor then shows the text that is sent now.</p>
      </Confirm>
      <LeaveGuard dirty={status === 'failed' || status === 'conflict'} loss="Your last changes have not been saved." />
    </>
  )
}

/** Saves the draft of a text automatically. */
function useEmailDraft(text: EmailTextDetail) {
  const { id } = text
  const client = useQueryClient()
  const [entries, setEntries] = useState<Entries>({})
  const [autosave] = useState(() =>
    newAutosave({
      async save(_key, version, value) {
        const { queryKey } = emailTextQuery(id)
        try {
          const draft = await saveEmailDraft(id, { ...JSON.parse(value), version })
          client.setQueryData(queryKey, (before) => before && { ...before, draft, hasDraft: draft.isDraft })
          return draft.version
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 409)) throw error
          throw new Collision(theirsOf(await client.fetchQuery({ ...emailTextQuery(id), staleTime: 0 })))
        }
      },
      problemOf: (error) => ({
        message: messageOf(error, 'The draft could not be saved.'),
        isTemporary: isTemporary(error),
      }),
      onChange: setEntries,
    }),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each write has a version of its own
  useEffect(() => autosave.loaded(id, theirsOf(text)), [autosave, id, text.draft.version])
  useEffect(() => () => void autosave.flush().finally(autosave.stop), [autosave])
  const entry = entries[id]
  const status = entry ? statusOf(entry) : 'saved'
  useAutosaveEvents(autosave, status)
  return { entry, status, autosave }
}

function theirsOf({ draft }: EmailTextDetail): Theirs {
  return { version: draft.version, value: encode(draft.wording), by: draft.changedBy, at: draft.changedAt }
}

function statusWords(status: Status, isChanged: boolean): string {
  switch (status) {
    case 'unsaved':
    case 'saving':
      return 'Saving the draft…'
    case 'failed':
      return 'The draft is not saved'
    case 'conflict':
      return 'Another admin changed this email too'
    case 'saved':
      return isChanged ? 'Draft saved, not published yet' : 'No unpublished changes'
  }
}

function TextNotices({ text: { fault, hasSecretLink, isOutdated } }: { text: EmailTextDetail }) {
  return (
    <>
      {isOutdated && (
        <div className="mb-8">
          <Notice tone="warning" title="This translation is out of date">
            <p>
              Its English text has changed since. Emails are still sent with this translation. Please compare it with
              the English text and publish it again, even if nothing needs to change.
            </p>
          </Notice>
        </div>
      )}
      {fault && (
        <div className="mb-8">
          <Notice tone="danger" title="This text is not used">
            <p>It has an error, so the site sends the built-in text instead: {fault}.</p>
          </Notice>
        </div>
      )}
      {hasSecretLink && (
        <div className="mb-8">
          <Notice title="This email has a secret link">
            <p>
              Anyone who has the link can act for the reader. Only an owner can change this text, with their password,
              and all admins get an email about it.
            </p>
          </Notice>
        </div>
      )}
    </>
  )
}

function SendTest({ id, wording }: { id: string; wording: Wording }) {
  const report = useReport()
  const { mutateAsync, isPending } = useTestEmailText()
  const test = () =>
    report(mutateAsync({ id, values: { ...wording } }), {
      done: ({ emailAddress }) => ({
        title: 'Test sent',
        description: `It will arrive at ${emailAddress} in a moment.`,
      }),
      failed: 'Not sent',
    })
  return (
    <Button tone="outline" busy={isPending} onClick={test}>
      Send a test to myself
    </Button>
  )
}

function EmailTextPreview({ query: { data, error, refetch } }: { query: UseQueryResult<Preview> }) {
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
        <Notice tone="warning" title="Correct this before you publish">
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
