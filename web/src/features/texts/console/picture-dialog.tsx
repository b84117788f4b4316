import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { ApiError, messageOf } from '@/lib/api-error'
import { pictureForm } from '@/lib/generated'
import {
  type LibraryPicture,
  pictureQuery,
  pictureTypes,
  sizeProblem,
  useDeletePicture,
  useDescribePicture,
  useReplacePicture,
} from '@/lib/pictures'
import { useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { Dialog } from '@/ui/dialog'
import { LoadError } from '@/ui/empty-state'
import { CheckField, TextField } from '@/ui/fields'
import { DialogForm } from '@/ui/form'
import { Skeleton } from '@/ui/skeleton'
import { useToast } from '@/ui/toast-queue'
import { FocalPoint } from './focal-point'

type PictureDialogProps = {
  id: string
  /** Called when the picture was described, with what the library has now. */
  onSaved?: (picture: LibraryPicture) => void
  onClose: () => void
}

/**
 * Describes a picture of the library, sets its focal point, replaces its file, deletes it, and lists where it is used.
 */
export function PictureDialog({ id, onSaved, onClose }: PictureDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(pictureQuery(id))
  return (
    <Dialog open title={data?.alt || 'Describe the picture'} onClose={onClose}>
      {error && !data && (
        <LoadError title="The picture could not be loaded" error={error} busy={isFetching} onRetry={() => refetch()} />
      )}
      {!error && !data && <Skeleton lines={4} />}
      {data && (
        <div className="flex flex-col gap-8">
          <Description picture={data} onSaved={onSaved} onClose={onClose} />
          <Uses uses={data.uses} />
          <FileActions picture={data} isUsed={data.uses.some(({ state }) => state !== 'earlier')} onDeleted={onClose} />
        </div>
      )}
    </Dialog>
  )
}

type DescriptionProps = { picture: LibraryPicture } & Pick<PictureDialogProps, 'onSaved' | 'onClose'>

function Description({ picture, onSaved, onClose }: DescriptionProps) {
  const { mutateAsync } = useDescribePicture(picture.id)
  const toast = useToast()
  const { alt, credit, isDecorative, focusX, focusY } = picture
  const form = useRuleForm(useId(), pictureForm, {
    name: 'picture',
    initial: { alt, credit, isDecorative, focusX: String(focusX), focusY: String(focusY) },
    across: ({ alt, isDecorative }) =>
      alt.trim() || isDecorative ? {} : { alt: 'Please describe what the picture shows, or mark it as decorative' },
  })
  const now = form.watched()
  const submit = form.submit({
    send: async (values) => {
      const saved = await mutateAsync({ ...values, focusX: Number(values.focusX), focusY: Number(values.focusY) })
      toast({ title: 'The picture was saved' })
      onSaved?.(saved)
      onClose()
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <DialogForm form={form} onSubmit={submit} refusalTitle="Nothing was changed" submitLabel="Save" onClose={onClose}>
      <FocalPoint
        picture={picture}
        focus={{ x: Number(now.focusX), y: Number(now.focusY) }}
        onChange={({ x, y }) => {
          form.setValue('focusX', String(x), { shouldDirty: true })
          form.setValue('focusY', String(y), { shouldDirty: true })
        }}
      />
      {!now.isDecorative && (
        <TextField
          form={form}
          name="alt"
          hasDefault
          autoComplete="off"
          hint="For people who cannot see the picture, such as “Meera Rao speaks at a board meeting”."
        />
      )}
      <CheckField
        form={form}
        name="isDecorative"
        label="Decorative"
        means="it says nothing that the text does not say"
      />
      <TextField
        form={form}
        name="credit"
        autoComplete="off"
        hint="Who took it, or who agreed that it is shown. Visitors do not see this."
      />
    </DialogForm>
  )
}

const stateTexts = { shown: '', draft: ' (draft)', earlier: '' } as const

function Uses({ uses }: { uses: readonly { label: string; path: string; state: keyof typeof stateTexts }[] }) {
  return (
    <section aria-label="Where it is used">
      <h3 className="mb-2 font-sans font-medium">Where it is used</h3>
      {uses.length === 0 && <p className="text-quiet">Nowhere yet.</p>}
      <ul className="flex flex-col gap-1">
        {uses.map(({ label, path, state }) => (
          <li key={`${path} ${label}`}>
            {/* The server renders a page for editing, so the browser loads it in full. */}
            <a className="text-link" href={path}>
              {label}
            </a>
            {stateTexts[state]}
          </li>
        ))}
      </ul>
    </section>
  )
}

type FileActionsProps = { picture: LibraryPicture; isUsed: boolean; onDeleted: () => void }

function FileActions({ picture, isUsed, onDeleted }: FileActionsProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const replace = useReplacePicture(picture.id)
  const remove = useDeletePicture(picture.id)
  const toast = useToast()
  const [problem, setProblem] = useState('')
  const [isAsking, setAsking] = useState(false)

  async function replaceFile(file: File) {
    const tooLarge = sizeProblem(file)
    setProblem(tooLarge ?? '')
    if (tooLarge) return
    try {
      await replace.mutateAsync(file)
      toast({ title: 'The picture was replaced' })
    } catch (failed) {
      setProblem(refusalOf(failed, 'The picture could not be replaced. Please try again.'))
    }
  }

  async function confirmDeletion() {
    setProblem('')
    try {
      await remove.mutateAsync()
      toast({ title: 'The picture was deleted' })
      onDeleted()
    } catch (failed) {
      setProblem(refusalOf(failed, 'The picture could not be deleted. Please try again.'))
    } finally {
      setAsking(false)
    }
  }

  return (
    <section aria-label="File" className="border-base-300 border-t pt-5">
      <p className="mb-3 text-quiet text-sm tabular-nums">
        {picture.fileName}, {picture.width} × {picture.height} pixels
      </p>
      <div className="flex flex-wrap gap-3">
        <input
          ref={chooser}
          type="file"
          accept={pictureTypes}
          className="sr-only"
          tabIndex={-1}
          aria-label="New file"
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = '' // allows choosing the same file again
            if (file) replaceFile(file)
          }}
        />
        <Button tone="outline" busy={replace.isPending} onClick={() => chooser.current?.click()}>
          Replace the file
        </Button>
        {!isUsed && (
          <Button tone="quiet" onClick={() => setAsking(true)}>
            Delete the picture
          </Button>
        )}
      </div>
      <p className="mt-2 text-quiet text-sm">
        {isUsed
          ? 'All places show the new file. To delete the picture, choose another one in these places first.'
          : 'The new file keeps the description.'}
      </p>
      <p role="alert" className="text-error empty:hidden">
        {problem}
      </p>
      <Confirm
        open={isAsking}
        title="Delete this picture?"
        confirmLabel="Delete the picture"
        busy={remove.isPending}
        onConfirm={confirmDeletion}
        onClose={() => setAsking(false)}
      >
        <p>Its file is deleted. Earlier versions of texts that showed it will have no picture.</p>
      </Confirm>
    </section>
  )
}

/** The server's reason, or that of the file's field. */
function refusalOf(failed: unknown, otherwise: string): string {
  return (failed instanceof ApiError && failed.fields.image) || messageOf(failed, otherwise)
}
