import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { pictureTypes } from '@/lib/pictures'
import { Button } from '@/ui/button'
import { classes } from '@/ui/classes'
import { type Upload, useUploads } from './use-uploads'

type PictureUploaderProps = {
  /** Called for each picture that was uploaded. */
  onUploaded: (picture: { id: string; url: string }) => void
  children?: ReactNode
}

/** Uploads pictures to the library: with a button, or by dropping them on its area. */
export function PictureUploader({ onUploaded, children }: PictureUploaderProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const { uploads, add } = useUploads(onUploaded)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    add([...event.dataTransfer.files])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same with the keyboard
    <div
      className={classes('mb-6 border border-dashed p-4', isOver ? 'border-primary bg-base-200' : 'border-edge')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <input
          ref={chooser}
          type="file"
          multiple
          accept={pictureTypes}
          className="sr-only"
          tabIndex={-1}
          aria-label="Picture files"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            event.target.value = '' // allows choosing the same file again
            if (files.length > 0) add(files)
          }}
        />
        <Button tone="outline" onClick={() => chooser.current?.click()}>
          Upload pictures
        </Button>
        <p className="min-w-0 flex-[1_1_14rem] text-quiet text-sm">
          Or drop them here. JPEG, PNG or WebP, at most 5 MB and 25 megapixels each. We remove the data that says where
          and with which camera a photo was taken.
        </p>
        {children}
      </div>
      <Progress uploads={uploads} />
    </div>
  )
}

function Progress({ uploads }: { uploads: readonly Upload[] }) {
  const ended = uploads.filter(({ state }) => state === 'done' || state === 'failed').length
  const failed = uploads.filter(({ state }) => state === 'failed')
  const isRunning = ended < uploads.length
  return (
    <>
      {isRunning && (
        <progress className="progress mt-3 w-full" aria-label="Uploaded pictures" value={ended} max={uploads.length} />
      )}
      <p role="status" className="mt-2 text-sm tabular-nums empty:hidden">
        {isRunning && `Uploading ${ended + 1} of ${uploads.length}…`}
        {!isRunning && ended > failed.length && uploadedText(ended - failed.length)}
      </p>
      <ul role="alert" className="text-error text-sm empty:hidden">
        {failed.map(({ key, name, problem }) => (
          <li key={key}>
            {name}: {problem}
          </li>
        ))}
      </ul>
    </>
  )
}

function uploadedText(pictures: number): string {
  return pictures === 1 ? 'The picture was uploaded.' : `${pictures} pictures were uploaded.`
}
