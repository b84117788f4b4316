import { useId, useRef, useState } from 'react'
import { useMay } from '@/lib/admin-access'
import { messageOf } from '@/lib/api-error'
import { fileSize } from '@/lib/formats'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { useToast } from '@/ui/toast-queue'
import { useReport } from '@/ui/use-report'
import { type AdminLibraryItem, filePath, useDeleteFile, useUploadFile } from './api'

const maxSize = 20 * 2 ** 20

/** The PDF file of an item, with buttons to upload, open and delete it. */
export function FileSection({ item: { id, file } }: { item: AdminLibraryItem }) {
  const heading = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const upload = useUploadFile(id)
  const [isDeleting, setDeleting] = useState(false)
  const toast = useToast()
  const may = useMay()

  async function save(chosen: File) {
    const failed = (description: string) =>
      toast({ title: 'The file was not uploaded', description, destructive: true })
    if (chosen.size > maxSize) return failed('This file is too large. The limit is 20 MB')
    try {
      await upload.mutateAsync(chosen)
      toast({ title: 'The file was saved with the item' })
    } catch (error) {
      failed(messageOf(error, 'Please try again.'))
    }
  }

  return (
    <section aria-labelledby={heading} className="mt-10 max-w-3xl border-base-300 border-t pt-6">
      <h2 id={heading} className="display-3">
        PDF file
      </h2>
      {file ? (
        <>
          <p className="mt-3">
            <a href={filePath(id)} target="_blank" rel="noopener" className="text-link break-words">
              {file.name}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>{' '}
            <span className="text-quiet">{fileSize(file.size)}</span>
          </p>
          {!file.isSearchable && (
            <p className="mt-2 text-quiet">
              The search does not find words of this file. Its pages may be scans. Please name its subject in the
              abstract.
            </p>
          )}
        </>
      ) : (
        <p className="mt-3 text-quiet">
          No file yet. Members can open the file from the page of the item, and search for its words.
        </p>
      )}
      {may('POST /api/library/{id}/file') && (
        <div className="mt-4 flex flex-wrap gap-3">
          <input
            ref={chooser}
            type="file"
            accept="application/pdf"
            className="sr-only"
            tabIndex={-1}
            aria-label="PDF file of the item"
            onChange={(event) => {
              const chosen = event.target.files?.[0]
              event.target.value = '' // allows choosing the same file again
              if (chosen) save(chosen)
            }}
          />
          <Button tone="outline" busy={upload.isPending} onClick={() => chooser.current?.click()}>
            {file ? 'Replace the PDF' : 'Upload a PDF'}
          </Button>
          {file && (
            <Button tone="outline" onClick={() => setDeleting(true)}>
              Delete the PDF
            </Button>
          )}
        </div>
      )}
      {isDeleting && file && <DeleteFile id={id} name={file.name} onClose={() => setDeleting(false)} />}
    </section>
  )
}

function DeleteFile({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const remove = useDeleteFile(id)
  const report = useReport()
  async function act() {
    await report(remove.mutateAsync(), {
      done: () => ({ title: 'The file was deleted' }),
      failed: 'The file was not deleted',
    })
    onClose()
  }
  return (
    <Confirm
      open
      title={`Delete “${name}”?`}
      confirmLabel="Delete the file"
      busy={remove.isPending}
      onConfirm={act}
      onClose={onClose}
    >
      <p>Members can no longer open it, and the search no longer finds its words. This cannot be undone.</p>
    </Confirm>
  )
}
