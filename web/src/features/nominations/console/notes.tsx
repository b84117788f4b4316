import { noteForm } from '@/lib/generated'
import { NewNote, Note } from '@/ui/notes'
import type { ReviewedNomination } from './api'
import { useAddNote, useDeleteNote } from './api'
import { Panel } from './panel'

/** Notes between reviewers. Applicants never see them. */
export function Notes({ nomination: { id, notes } }: { nomination: ReviewedNomination }) {
  const add = useAddNote(id)
  const { mutateAsync, isPending } = useDeleteNote(id)
  return (
    <Panel title="Notes" aside="Not shown to the applicant">
      {notes.length > 0 && (
        <ul className="mb-4">
          {notes.map((note) => (
            <Note
              key={note.id}
              {...note}
              onDelete={note.isOwn ? () => mutateAsync(note.id) : undefined}
              isDeleting={isPending}
            />
          ))}
        </ul>
      )}
      <NewNote id="note" rules={noteForm} send={add.mutateAsync} />
    </Panel>
  )
}
