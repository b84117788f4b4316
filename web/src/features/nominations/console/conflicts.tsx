import { useState } from 'react'
import { conflictsForm } from '@/lib/generated'
import { Button } from '@/ui/button'
import { TextAreaField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { Moment } from '@/ui/moment'
import type { ReviewedNomination } from './api'
import { useSaveConflicts } from './api'
import { Panel } from './panel'

/** The conflicts of interest that the applicant declared, and those that reviewers found. */
export function Conflicts({ nomination }: { nomination: ReviewedNomination }) {
  const { conflicts } = nomination.verification
  const [isOpen, setOpen] = useState(false)
  const { mutateAsync } = useSaveConflicts(nomination.id)
  return (
    <Panel title="Conflicts of interest">
      {!conflicts && <p className="text-quiet">Not checked yet.</p>}
      {conflicts && (
        <>
          <dl>
            {(
              [
                ['Declared by the applicant', conflicts.declared],
                ['Found by us', conflicts.found],
              ] as const
            ).map(([label, text]) => (
              <div key={label} className="border-base-300 border-b py-2.5">
                <dt className="text-quiet text-sm">{label}</dt>
                <dd className="max-w-text whitespace-pre-line">{text || 'None'}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-1 text-quiet text-sm">
            Recorded by {conflicts.actor}, <Moment at={conflicts.at} />
          </p>
        </>
      )}
      <Button tone="outline" className="mt-4" onClick={() => setOpen(true)}>
        {conflicts ? 'Edit conflicts' : 'Record conflicts'}
      </Button>
      {isOpen && (
        <FormDialog
          title="Conflicts of interest"
          rules={conflictsForm}
          initial={{ declared: conflicts?.declared ?? '', found: conflicts?.found ?? '' }}
          send={(body) => mutateAsync(body)}
          done="The conflicts of interest were saved"
          submitLabel="Save"
          onClose={() => setOpen(false)}
          fields={(form) =>
            (['declared', 'found'] as const).map((name) => (
              <TextAreaField key={name} form={form} name={name} rows={4} />
            ))
          }
        >
          Leave a field empty if it does not apply. The applicant cannot see this.
        </FormDialog>
      )}
    </Panel>
  )
}
