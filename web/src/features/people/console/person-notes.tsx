import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { date, timeOfDay } from '@/lib/formats'
import { type Person, type PersonNote, personNoteForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { FormProblem, SubmitButton } from '@/ui/form-status'
import { RuleField } from '@/ui/rule-field'
import { useReport } from '@/ui/use-report'
import { useAddPersonNote, useDeletePersonNote } from './api'

/** The admins' notes about a person, who never reads them. */
export function PersonNotes({ person }: { person: Person }) {
  const { mutateAsync } = useAddPersonNote(person.id)
  const form = useRuleForm('person-note', personNoteForm)
  const submit = form.submit({
    send: async (values) => {
      await mutateAsync(values)
      form.reset({ text: '' })
      form.setFocus('text')
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <section aria-labelledby="person-notes" className="mb-10 max-w-3xl">
      <h2 id="person-notes" className="display-3 mb-3">
        Notes
      </h2>
      {person.notes.length > 0 && (
        <ul className="mb-4">
          {person.notes.map((note) => (
            <Note key={note.id} person={person} note={note} />
          ))}
        </ul>
      )}
      <form id={form.id} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <FormProblem form={form} title="The note was not stored" />
        <RuleField form={form} name="text" label="New note" hint="For administrators; the person never reads it.">
          {(control) => <textarea className="textarea" rows={2} {...control} />}
        </RuleField>
        <SubmitButton form={form} tone="outline" busyLabel="Adding…" className="self-start">
          Add the note
        </SubmitButton>
      </form>
    </section>
  )
}

function Note({ person, note }: { person: Person; note: PersonNote }) {
  const report = useReport()
  const { mutateAsync, isPending } = useDeletePersonNote(person.id)
  const [asking, setAsking] = useState(false)
  return (
    <li className="border-base-300 border-b py-3">
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{note.text}</p>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 text-quiet text-sm">
        <span className="mr-auto [overflow-wrap:anywhere]">
          {note.actor}, {date(note.createdAt)}, {timeOfDay(note.createdAt)}
        </span>
        <Button tone="quiet" onClick={() => setAsking(true)}>
          Delete<span className="sr-only"> the note “{note.text.slice(0, 40)}”</span>
        </Button>
      </div>
      <Confirm
        open={asking}
        title="Delete this note?"
        action="Delete the note"
        busy={isPending}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await report(mutateAsync(note.id), {
            done: () => ({ title: 'The note was deleted' }),
            failed: 'The note was not deleted',
          })
          setAsking(false)
        }}
      >
        <p>It is removed from the page. The audit log keeps what it said.</p>
      </Confirm>
    </li>
  )
}
