import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { segmentForm } from '@/lib/generated'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { TextField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { useReport } from '@/ui/use-report'
import type { Segment } from './api'
import { savedSegmentsQuery, useDeleteSegment, useSaveSegment } from './api'
import { complete, inWords } from './segment'

type SavedSegmentsProps = { segment: Segment; onChange: (segment: Segment) => void }

/** The saved segments: an admin can load one, or save the current one. */
export function SavedSegments({ segment, onChange }: SavedSegmentsProps) {
  const selectId = useId()
  const { data: segments = [] } = useQuery(savedSegmentsQuery)
  const [chosen, setChosen] = useState('')
  const [isNaming, setNaming] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const report = useReport()
  const save = useSaveSegment()
  const { mutateAsync: remove, isPending } = useDeleteSegment()
  const current = segments.find(({ id }) => id === chosen)
  const built = complete(segment)
  const isChanged = current !== undefined && JSON.stringify(complete(current.segment)) !== JSON.stringify(built)

  function choose(id: string) {
    setChosen(id)
    const saved = segments.find((one) => one.id === id)
    if (saved) onChange(saved.segment)
  }

  return (
    <div className="mb-5 flex flex-wrap items-end gap-3">
      {segments.length > 0 && (
        <div className="flex min-w-0 flex-col gap-1.5">
          <label htmlFor={selectId} className="font-medium">
            Start from a saved segment
          </label>
          <select
            id={selectId}
            className="select w-auto max-w-full"
            value={current ? chosen : ''}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="">None</option>
            {segments.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      {current && isChanged && (
        <Button
          tone="outline"
          busy={save.isPending}
          onClick={() =>
            report(save.mutateAsync({ id: current.id, name: current.name, segment: built }), { failed: 'Not saved' })
          }
        >
          Update “{current.name}”
        </Button>
      )}
      {built.conditions.length > 0 && (!current || isChanged) && (
        <Button tone="outline" onClick={() => setNaming(true)}>
          Save this segment
        </Button>
      )}
      {current && (
        <Button tone="quiet" onClick={() => setDeleting(true)}>
          Delete segment
        </Button>
      )}
      {isNaming && (
        <FormDialog
          title="Save this segment"
          rules={segmentForm}
          send={async ({ name }) => {
            const saved = await save.mutateAsync({ name: String(name), segment: built })
            setChosen(saved.id)
          }}
          done="Segment saved"
          submitLabel="Save"
          onClose={() => setNaming(false)}
          fields={(form) => <TextField form={form} name="name" hint="For example “Directors in Mumbai”." />}
        >
          You can use this segment in later campaigns: {inWords(built)}.
        </FormDialog>
      )}
      <Confirm
        open={isDeleting}
        title={`Delete the segment “${current?.name ?? ''}”?`}
        confirmLabel="Delete"
        busy={isPending}
        onConfirm={async () => {
          if (current) await report(remove({ id: current.id }), { failed: 'Not deleted' })
          setDeleting(false)
        }}
        onClose={() => setDeleting(false)}
      >
        <p>Campaigns that use it do not change.</p>
      </Confirm>
    </div>
  )
}
