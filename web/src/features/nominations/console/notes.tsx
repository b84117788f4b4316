import { useState } from 'react'
import { useFormState } from 'react-hook-form'
import { messageOf } from '@/lib/api-error'
import { noteForm, type ReviewedNomination, type ReviewNote } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { FormProblem, SubmitButton } from '@/ui/form-status'
import { LeaveGuard } from '@/ui/leave-guard'
import { RuleField } from '@/ui/rule-field'
import { useReport } from '@/ui/use-report'
import { useAddNote, useDeleteNote } from './api'
import { Moment, Panel } from './panel'

/** Reviewers' notes to each other. No applicant ever reads them. */
export function Notes({ nomination }: { nomination: ReviewedNomination }) {
  return (
    <Panel title="Notes" aside="Among reviewers only">
      {nomination.notes.length > 0 && (
        <ul className="mb-4">
          {nomination.notes.map((note) => (
            <Note key={note.id} id={nomination.id} note={note} />
          ))}
        </ul>
      )}
      <NewNote id={nomination.id} />
    </Panel>
  )
}

function Note({ id, note }: { id: string; note: ReviewNote }) {
  const report = useReport()
  const { mutateAsync, isPending } = useDeleteNote(id)
  const [asking, setAsking] = useState(false)

  async function remove() {
    await report(mutateAsync(note.id), {
      done: () => ({ title: 'The note was deleted' }),
      failed: 'The note was not deleted',
    })
    setAsking(false)
  }

  return (
    <li className="border-base-300 border-b py-3">
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{note.text}</p>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 text-quiet text-sm">
        <span className="mr-auto [overflow-wrap:anywhere]">
          {note.actor}, <Moment at={note.at} />
        </span>
        {note.isOwn && (
          <Button tone="quiet" onClick={() => setAsking(true)}>
            Delete<span className="sr-only"> the note “{note.text.slice(0, 40)}”</span>
          </Button>
        )}
      </div>
      <Confirm
        open={asking}
        title="Delete your note?"
        action="Delete the note"
        busy={isPending}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        <p className="line-clamp-4 whitespace-pre-line [overflow-wrap:anywhere]">“{note.text}”</p>
        <p className="mt-3">It is removed from the page. The audit log keeps what it said.</p>
      </Confirm>
    </li>
  )
}

function NewNote({ id }: { id: string }) {
  const { mutateAsync } = useAddNote(id)
  const form = useRuleForm('note', noteForm)
  const { isDirty } = useFormState({ control: form.control })
  const submit = form.submit({
    send: async (values) => {
      await mutateAsync(values)
      // what was written on meanwhile is the next note
      const written = String(form.getValues('text'))
      form.reset({ text: '' })
      if (written !== values.text)
        form.setValue('text', written.replace(values.text, '').trimStart(), { shouldDirty: true })
      form.setFocus('text')
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <form id={form.id} noValidate onSubmit={submit} className="flex flex-col gap-3">
      <LeaveGuard dirty={isDirty} />
      <FormProblem form={form} title="The note was not stored" />
      <RuleField form={form} name="text" label="New note">
        {(control) => <textarea className="textarea" rows={3} {...control} />}
      </RuleField>
      <SubmitButton form={form} tone="outline" busyLabel="Adding…" className="self-start">
        Add the note
      </SubmitButton>
    </form>
  )
}
