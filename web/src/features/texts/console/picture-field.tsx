import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { maxImageBytes } from '@/lib/generated'
import { picturesQuery, useUploadPicture } from '@/lib/pictures'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { encode, type Picture } from './api'
import type { BoxedFieldProps } from './boxed-field'

/** Chooses the picture of a page, and describes it for people who cannot see it. */
export function PictureField({ row, entry, onType }: BoxedFieldProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const pictures = useQuery(picturesQuery)
  const upload = useUploadPicture()
  const [isChoosing, setChoosing] = useState(false)
  const [problem, setProblem] = useState('')
  const { image, alt }: Picture = JSON.parse(entry?.value ?? encode(row.draft ?? row.published))
  const change = (changed: Partial<Picture>) => onType(encode({ image, alt, ...changed }))

  async function add(file: File) {
    setProblem('')
    if (file.size > maxImageBytes) return setProblem('This picture is too large. The limit is 5 MB')
    try {
      const { url } = await upload.mutateAsync(file)
      change({ image: url })
    } catch (failed) {
      setProblem(messageOf(failed, 'The picture could not be uploaded. Please try again.'))
    }
  }

  return (
    <div className="flex flex-col gap-3 border border-base-300 p-3">
      <div className="flex flex-wrap items-center gap-3">
        {image ? (
          <img src={image} alt="" className="size-20 border border-base-300 object-cover" />
        ) : (
          <p className="text-quiet">No picture: the page shows its drawing, or nothing.</p>
        )}
        <input
          ref={chooser}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          className="sr-only"
          tabIndex={-1}
          aria-label="Picture file"
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = '' // allows choosing the same file again
            if (file) add(file)
          }}
        />
        <Button tone="outline" busy={upload.isPending} onClick={() => chooser.current?.click()}>
          Upload a picture
        </Button>
        {(pictures.data?.length ?? 0) > 0 && (
          <Button tone="quiet" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
            Choose an uploaded one
          </Button>
        )}
        {image && (
          <Button tone="quiet" onClick={() => change({ image: '', alt: '' })}>
            Remove
          </Button>
        )}
      </div>
      {isChoosing && (
        <ul className="grid max-h-56 grid-cols-3 gap-2 overflow-y-auto p-1 sm:grid-cols-5">
          {pictures.data?.map(({ url, width, height }, index) => (
            <li key={url}>
              <button
                type="button"
                aria-pressed={image === url}
                aria-label={`Picture ${index + 1}, ${width} by ${height} pixels`}
                className="block w-full cursor-pointer border-2 border-base-300 aria-pressed:border-base-content"
                onClick={() => change({ image: url })}
              >
                <img src={url} alt="" loading="lazy" className="aspect-square w-full object-cover" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="alert" className="text-error empty:hidden">
        {problem}
      </p>
      {image && (
        <Field
          label="Description"
          required
          error={alt.trim() ? undefined : 'Please describe what the picture shows'}
          hint="For people who cannot see the picture."
        >
          {(control) => (
            <input
              {...control}
              className="input"
              maxLength={300}
              value={alt}
              onChange={(event) => change({ alt: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  )
}
