import { useState } from 'react'
import { useMay } from '@/lib/admin-access'
import { transactionNoteForm } from '@/lib/generated'
import { Button } from '@/ui/button'
import { TextAreaField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { SmallTable } from '@/ui/small-table'
import type { TransactionDetail } from './api'
import { useAddNote } from './api'
import { moment } from './transaction-facts'

/** The admins' notes on a transaction. Notes are permanent: they cannot be changed or deleted. */
export function TransactionNotes({ transaction: { id, notes } }: { transaction: TransactionDetail }) {
  const [isOpen, setOpen] = useState(false)
  const { mutateAsync } = useAddNote()
  const may = useMay()
  return (
    <>
      <SmallTable
        title="Notes"
        nothing="No notes yet"
        headers={['When', 'By', 'Note']}
        rows={notes.map(({ id: key, createdAt, actor, text }) => ({
          key,
          cells: [
            moment(createdAt),
            actor,
            <span key="text" className="whitespace-pre-line">
              {text}
            </span>,
          ],
        }))}
      />
      {may('POST /api/transactions/{id}/notes') && (
        <p className="-mt-6 mb-10">
          <Button tone="outline" onClick={() => setOpen(true)}>
            Add a note
          </Button>
        </p>
      )}
      {isOpen && (
        <FormDialog
          title="Add a note to this transaction"
          rules={transactionNoteForm}
          send={(body) => mutateAsync({ id, body })}
          done="Note Saved"
          submitLabel="Save note"
          onClose={() => setOpen(false)}
          fields={(form) => <TextAreaField form={form} name="text" rows={4} />}
        >
          Only admins can see it, with your name. It cannot be changed later.
        </FormDialog>
      )}
    </>
  )
}
