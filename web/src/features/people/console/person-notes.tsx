import { personNoteForm } from '@/lib/generated'
import { NewNote, Note } from '@/ui/notes'
import type { Person } from './api'
import { useAddPersonNote, useDeletePersonNote } from './api'

/** The admins' notes about a person, who cannot see them. */
export function PersonNotes({ person: { id, notes } }: { person: Person }) {
  const add = useAddPersonNote(id)
  const { mutateAsync, isPending } = useDeletePersonNote(id)
  return (
    <section aria-labelledby="person-notes" className="mb-10 max-w-3xl">
      <h2 id="person-notes" className="display-3 mb-3">
        Notes
      </h2>
      {notes.length > 0 && (
        <ul className="mb-4">
          {notes.map((note) => (
            <Note
              key={note.id}
              text={note.text}
              actor={note.actor}
              at={note.createdAt}
              onDelete={() => mutateAsync(note.id)}
              isDeleting={isPending}
            />
          ))}
        </ul>
      )}
      <NewNote
        id="person-note"
        rules={personNoteForm}
        hint="Only administrators can see this note."
        send={add.mutateAsync}
      />
    </section>
  )
}
