import { useRef } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { messageOf } from '@/lib/api-error'
import { maxImageBytes } from '@/lib/generated'
import { useUploadPicture } from '@/lib/pictures'
import type { RuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Portrait } from '@/ui/portrait'
import { RowsField } from '@/ui/rows-field'

type SpeakersForm = RuleForm<'speakers'>

/** The speakers, one row each. */
export function SpeakersField({ form }: { form: SpeakersForm }) {
  return (
    <RowsField
      form={form}
      name="speakers"
      row="speaker"
      hints={{ email: 'Links the name to their profile, for members who may see it.' }}
      without="portrait"
    >
      {(index) => <PortraitInput form={form} index={index} />}
    </RowsField>
  )
}

/** Uploads the portrait of a speaker. */
function PortraitInput({ form, index }: { form: SpeakersForm; index: number }) {
  const name = `speakers.${index}.portrait`
  const chooser = useRef<HTMLInputElement>(null)
  const { mutateAsync, isPending, data } = useUploadPicture()
  const [src = '', speaker = ''] = useWatch({ control: form.control, name: [name, `speakers.${index}.name`] })
  const { error } = form.getFieldState(name, useFormState({ control: form.control, name }))

  async function upload(file: File) {
    if (file.size > maxImageBytes) return form.setError(name, { message: 'This image is too large. The limit is 5 MB' })
    try {
      const { url } = await mutateAsync(file)
      form.clearErrors(name)
      form.setValue(name, url, { shouldDirty: true })
    } catch (error) {
      form.setError(name, { message: messageOf(error, 'The portrait could not be uploaded. Please try again.') })
    }
  }

  return (
    <fieldset>
      <legend className="font-medium">
        Portrait <span className="font-normal text-quiet">(optional)</span>
      </legend>
      <div className="mt-1.5 flex flex-wrap items-center gap-3">
        <Portrait src={src} name={speaker} className="size-12 text-lg" />
        <input
          ref={chooser}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          className="sr-only"
          tabIndex={-1}
          aria-label={`Portrait of speaker ${index + 1}`}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = '' // allows choosing the same file again
            if (file) upload(file)
          }}
        />
        <Button tone="outline" busy={isPending} onClick={() => chooser.current?.click()}>
          {src ? 'Upload another' : 'Upload a portrait'}
        </Button>
        {src && (
          <Button tone="quiet" onClick={() => form.setValue(name, '', { shouldDirty: true })}>
            Remove<span className="sr-only"> the portrait</span>
          </Button>
        )}
      </div>
      <p role="status" className="mt-1.5 text-quiet text-sm empty:mt-0">
        {isPending && 'Uploading the portrait…'}
        {data && src === data.url && 'The portrait was uploaded. It is shown once you save.'}
      </p>
      {error && <p className="mt-1.5 font-medium text-error text-sm">{error.message}</p>}
    </fieldset>
  )
}
