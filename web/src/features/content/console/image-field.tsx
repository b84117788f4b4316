import { useRef, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { maxImageBytes } from '@/lib/generated'
import type { RuleForm } from '@/lib/rule-form'
import { useUploadPicture } from '@/lib/upload-picture'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/fields'

const kinds = 'image/jpeg,image/png,image/webp'

type ImageFieldProps = { form: RuleForm<'imageUrl'>; value: string }

/** Chooses a picture by its address, or uploads one. */
export function ImageField({ form, value }: ImageFieldProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const { mutateAsync, isPending, data: image } = useUploadPicture()

  async function upload(file: File) {
    if (file.size > maxImageBytes)
      return form.setError('imageUrl', { message: 'This image is too large. The limit is 5 MB' }, { shouldFocus: true })
    try {
      const { url } = await mutateAsync(file)
      form.clearErrors('imageUrl')
      form.setValue('imageUrl', url, { shouldDirty: true })
    } catch (error) {
      const message = messageOf(error, 'The image could not be uploaded. Please try again.')
      form.setError('imageUrl', { message }, { shouldFocus: true })
    }
  }

  return (
    <div>
      <TextField
        form={form}
        name="imageUrl"
        hint="An address that starts with https://, or a JPEG, PNG or WebP file of at most 5 MB. The image is cropped to fit. Put important information in the text, because some people cannot see the image."
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Thumbnail src={value} />
        <input
          ref={chooser}
          type="file"
          accept={kinds}
          className="sr-only"
          tabIndex={-1}
          aria-label="Image file"
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = '' // allows choosing the same file again
            if (file) upload(file)
          }}
        />
        <Button tone="outline" busy={isPending} onClick={() => chooser.current?.click()}>
          {isElsewhere(value) ? 'Upload a copy' : value ? 'Upload another' : 'Upload an image'}
        </Button>
        {value && (
          <Button
            tone="quiet"
            aria-label="Remove the image"
            onClick={() => form.setValue('imageUrl', '', { shouldDirty: true })}
          >
            Remove
          </Button>
        )}
      </div>
      {isElsewhere(value) && (
        <p className="mt-2 text-sm">
          This image is on another site, which could track your visitors. Visitors see it only if an owner has added
          that site under Settings.{' '}
          <a className="text-link" href={value} target="_blank" rel="noreferrer">
            Open the image
          </a>{' '}
          to save it, then upload a copy.
        </p>
      )}
      <p role="status" className="mt-2 text-quiet text-sm empty:mt-0">
        {isPending && 'Uploading the image…'}
        {image && `The image was uploaded (${image.width} × ${image.height} pixels). Visitors see it once you save.`}
      </p>
    </div>
  )
}

function isElsewhere(address: string): boolean {
  return /^https:\/\//i.test(address)
}

/** A thumbnail of a text's image. An image that fails to load is hidden. */
export function Thumbnail({ src }: { src: string }) {
  const [broken, setBroken] = useState('')
  if (!src || broken === src) return null
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      className="size-14 shrink-0 border border-base-300 object-cover"
      onError={() => setBroken(src)}
    />
  )
}
