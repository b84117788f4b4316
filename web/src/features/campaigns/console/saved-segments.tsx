import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { segmentForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { FormDialog } from '@/ui/form-dialog'
import { useToast } from '@/ui/toast-queue'
import { useReport } from '@/ui/use-report'
import type { SavedSegment, Segment } from './api'
import { savedSegmentsQuery, useDeleteSegment, useSaveSegment } from './api'
import { complete, inWords } from './segment'

type SavedSegmentsProps = { segment: Segment; onChange: (segment: Segment) => void }

/** The saved segments: an admin can load one, or save the current one. */
export function SavedSegments({ segment, onChange }: SavedSegmentsProps) {
  const selectId = useId()
  const select = useRef<HTMLSelectElement>(null)
  const { data: segments = [] } = useQuery(savedSegmentsQuery)
  const [chosen, setChosen] = useState<SavedSegment>()
  const [isNaming, setNaming] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const toast = useToast()
  const report = useReport()
  const save = useSaveSegment()
  const { mutateAsync: remove, isPending } = useDeleteSegment()
  // The segment as the admin chose it. Someone else may have changed or deleted it since.
  const current = segments.some(({ id }) => id === chosen?.id) ? chosen : undefined
  const built = complete(segment)
  const isChanged = current !== undefined && JSON.stringify(complete(current.segment)) !== JSON.stringify(built)

  function load(saved: SavedSegment | undefined) {
    choose(saved)
    select.current?.focus()
    if (!saved)
      toast({ title: 'Someone else has deleted this segment', description: 'Your conditions are still here.' })
  }

  function choose(saved: SavedSegment | undefined) {
    setChosen(saved)
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
            ref={select}
            className="select w-auto max-w-full"
            value={current?.id ?? ''}
            onChange={(event) => choose(segments.find(({ id }) => id === event.target.value))}
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
        <UpdateSegment key={current.id} saved={current} segment={built} onSaved={setChosen} onLoaded={load} />
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
            setChosen(saved)
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

type UpdateSegmentProps = {
  saved: SavedSegment
  segment: Segment
  onSaved: (saved: SavedSegment) => void
  /** Shows the segment as it is stored now, or that it was deleted. */
  onLoaded: (current: SavedSegment | undefined) => void
}

/** Stores the conditions under the name of a saved segment. */
function UpdateSegment({ saved, segment, onSaved, onLoaded }: UpdateSegmentProps) {
  const { mutateAsync } = useSaveSegment()
  const form = useRuleForm('update-segment', segmentForm, { initial: { name: saved.name } })
  const client = useQueryClient()
  const toast = useToast()
  const submit = form.submit({
    send: async ({ name }) => {
      onSaved(await mutateAsync({ id: saved.id, version: saved.version, name, segment }))
      toast({ title: 'Segment saved' })
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  async function loadCurrent() {
    const segments = await client.fetchQuery({ ...savedSegmentsQuery, staleTime: 0 })
    onLoaded(segments.find(({ id }) => id === saved.id))
  }
  return (
    <Form form={form} onSubmit={submit} refusalTitle="Not saved" onLoadCurrent={loadCurrent}>
      <SubmitButton form={form} busyLabel="Saving…" tone="outline" className="self-start">
        Update “{saved.name}”
      </SubmitButton>
    </Form>
  )
}
