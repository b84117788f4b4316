import { useState } from 'react'
import { useFormState } from 'react-hook-form'
import { messageOf } from '@/lib/api-error'
import type { FieldRule } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Button } from './button'
import { Confirm } from './confirm'
import { TextAreaField } from './fields'
import { Form, SubmitButton } from './form'
import { LeaveGuard } from './leave-guard'
import { Moment } from './moment'
import { useReport } from './use-report'

type NoteProps = {
  text: string
  actor: string
  at: string
  /** Deletes the note; undefined if the reader may not delete it. */
  onDelete?: () => Promise<unknown>
  isDeleting: boolean
}

/** A note by an admin. */
export function Note({ text, actor, at, onDelete, isDeleting }: NoteProps) {
  const report = useReport()
  const [asking, setAsking] = useState(false)

  async function remove() {
    if (!onDelete) return
    await report(onDelete(), { done: () => ({ title: 'The note was deleted' }), failed: 'The note was not deleted' })
    setAsking(false)
  }

  return (
    <li className="border-base-300 border-b py-3">
      <p className="whitespace-pre-line">{text}</p>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 text-quiet text-sm">
        <span className="mr-auto min-w-0">
          {actor}, <Moment at={at} />
        </span>
        {onDelete && (
          <Button tone="quiet" onClick={() => setAsking(true)}>
            Delete<span className="sr-only"> the note “{text.slice(0, 40)}”</span>
          </Button>
        )}
      </div>
      <Confirm
        open={asking}
        title="Delete this note?"
        confirmLabel="Delete the note"
        busy={isDeleting}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        <p className="line-clamp-4 whitespace-pre-line">“{text}”</p>
        <p className="mt-3">The note is removed from this page. Its text stays in the audit log.</p>
      </Confirm>
    </li>
  )
}

type NewNoteProps = {
  id: string
  rules: readonly [FieldRule & { readonly name: 'text' }]
  hint?: string
  send: (values: { text: string }) => Promise<unknown>
}

/** The form for a new note, below the list of notes. */
export function NewNote({ id, rules, hint, send }: NewNoteProps) {
  const form = useRuleForm(id, rules)
  const { isDirty } = useFormState({ control: form.control })
  const submit = form.submit({
    send: async (values) => {
      const sent = String(values.text)
      await send({ text: sent })
      // Text that was typed while the note was being sent stays in the form, as the next note.
      const written = String(form.getValues('text'))
      form.reset({ text: '' })
      if (written !== sent) form.setValue('text', written.replace(sent, '').trimStart(), { shouldDirty: true })
      form.setFocus('text')
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <Form form={form} onSubmit={submit} refusalTitle="The note was not saved" className="flex flex-col gap-3">
      <LeaveGuard dirty={isDirty} />
      <TextAreaField form={form} name="text" label="New note" hint={hint} rows={3} />
      <SubmitButton form={form} tone="outline" busyLabel="Adding…" className="self-start">
        Add note
      </SubmitButton>
    </Form>
  )
}
