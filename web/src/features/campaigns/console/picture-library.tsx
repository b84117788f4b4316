import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { maxImageBytes } from '@/lib/generated'
import { picturesQuery, useUploadPicture } from '@/lib/pictures'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Skeleton } from '@/ui/skeleton'

type PictureLibraryProps = { onChoose: (url: string, description: string) => void; onClose: () => void }

/** The uploaded pictures, and a form to add one. A chosen picture is inserted into the text with its description. */
export function PictureLibrary({ onChoose, onClose }: PictureLibraryProps) {
  const descriptionId = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const { data, error, isPending } = useQuery(picturesQuery)
  const upload = useUploadPicture()
  const [chosen, setChosen] = useState('')
  const [description, setDescription] = useState('')
  const [problem, setProblem] = useState('')

  async function add(file: File) {
    setProblem('')
    if (file.size > maxImageBytes) return setProblem('This image is too large. The limit is 5 MB')
    try {
      const { url } = await upload.mutateAsync(file)
      setChosen(url)
    } catch (failed) {
      setProblem(messageOf(failed, 'The image could not be uploaded. Please try again.'))
    }
  }

  return (
    <Dialog open title="Insert an image" onClose={onClose}>
      {isPending && <Skeleton lines={2} />}
      {error && <p className="text-error">{messageOf(error, 'The images could not be loaded.')}</p>}
      {data?.length === 0 && <p className="text-quiet">No images have been uploaded yet.</p>}
      {data && data.length > 0 && (
        <ul className="grid max-h-64 grid-cols-3 gap-3 overflow-y-auto p-1 sm:grid-cols-4">
          {data.map(({ url, alt, width, height }, index) => (
            <li key={url}>
              <button
                type="button"
                aria-pressed={chosen === url}
                aria-label={alt || `Image ${index + 1}, ${width} by ${height} pixels`}
                className="block w-full cursor-pointer border-2 border-base-300 aria-pressed:border-base-content"
                onClick={() => {
                  setChosen(url)
                  if (alt) setDescription(alt)
                }}
              >
                <img src={url} alt="" loading="lazy" className="aspect-square w-full object-cover" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="mt-3 text-quiet text-sm empty:mt-0">
        {upload.isPending && 'Uploading the image…'}
        {upload.data && !upload.isPending && 'The image was uploaded and selected.'}
      </p>
      <p role="alert" className="mt-2 text-error empty:mt-0">
        {problem}
      </p>
      <div className="mt-4 flex flex-col gap-1.5">
        <label htmlFor={descriptionId} className="font-medium">
          Description
        </label>
        <input
          id={descriptionId}
          className="input"
          maxLength={200}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault() // this form is inside the campaign's form
            if (chosen && description.trim()) onChoose(chosen, description.trim())
          }}
        />
        <p className="text-quiet text-sm">Mail programs that do not load images show this text instead.</p>
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <input
          ref={chooser}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          className="sr-only"
          tabIndex={-1}
          aria-label="Image file"
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = '' // allows choosing the same file again
            if (file) add(file)
          }}
        />
        <Button tone="outline" busy={upload.isPending} onClick={() => chooser.current?.click()}>
          Upload an image
        </Button>
        <Button disabled={!chosen || !description.trim()} onClick={() => onChoose(chosen, description.trim())}>
          Insert image
        </Button>
      </div>
    </Dialog>
  )
}
