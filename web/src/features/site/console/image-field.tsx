import { useRef, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import type { RuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { RuleField } from '@/ui/rule-field'
import { uploadImage } from './calls'
import { Thumbnail } from './thumbnail'

const kinds = 'image/jpeg,image/png,image/webp'
const mostBytes = 5 * 1024 * 1024

type ImageFieldProps = { form: RuleForm<'imageUrl'>; value: string }

/** A picture by its address, or one from this computer. */
export function ImageField({ form, value }: ImageFieldProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')

  async function upload(file: File) {
    if (file.size > mostBytes)
      return form.setError('imageUrl', { message: 'This image is too large: at most 5 MB' }, { shouldFocus: true })
    setBusy(true)
    setSaid('Uploading the image…')
    try {
      const { url, width, height } = await uploadImage(file)
      form.clearErrors('imageUrl')
      form.setValue('imageUrl', url, { shouldDirty: true })
      setSaid(`The image is uploaded: ${width} by ${height} pixels. It is shown once you save.`)
    } catch (error) {
      setSaid('')
      form.setError(
        'imageUrl',
        { message: messageOf(error, 'The image could not be uploaded. Please try again.') },
        { shouldFocus: true },
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <div>
      <RuleField
        form={form}
        name="imageUrl"
        hint="An address that begins with https://, or a JPEG, PNG or WebP file of at most 5 MB. It is cut to fit its place. Say in the text what matters: whoever cannot see the image is told nothing of it."
      >
        {(control) => <input className="input" inputMode="url" autoComplete="off" spellCheck={false} {...control} />}
      </RuleField>
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
            event.target.value = '' // the same file may be chosen again
            if (file) upload(file)
          }}
        />
        <Button tone="outline" busy={busy} onClick={() => chooser.current?.click()}>
          {value ? 'Upload another' : 'Upload an image'}
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
      <p role="status" className="mt-2 text-quiet text-sm empty:mt-0">
        {said}
      </p>
    </div>
  )
}
