import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { paths } from '@/lib/paths'
import { useSettled } from '@/lib/use-settled'
import { useScale } from '@/ui/scaled-frame'
import { type ContentValues, previewQuery } from './api'
import { type FrameMessage, listenTo, type ShowMessage, tell } from './preview-message'

type SectionPreviewProps = { id: string | undefined; values: ContentValues }

/** Previews a part of the page with the values being typed, on a phone and on a computer. */
export function SectionPreview({ id, values }: SectionPreviewProps) {
  const { data: show, error } = useQuery(previewQuery(id, useSettled(values)))

  return (
    <section aria-labelledby="preview-heading" className="border-base-300 border-t pt-6">
      <h3 id="preview-heading" className="font-sans font-semibold text-base">
        Preview
      </h3>
      <p className="mt-1 mb-4 text-quiet text-sm" role="status">
        {error
          ? messageOf(error, 'The preview could not be created.')
          : values.isActive
            ? 'What visitors will see once it is saved.'
            : 'What visitors would see if it were active. It is inactive, so no one sees it.'}
      </p>
      {values.section ? (
        <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_14rem] xl:grid-cols-[minmax(0,1fr)_18rem]">
          <PreviewFrame width={1280} title="Desktop, 1280 pixels wide" show={show} />
          <PreviewFrame width={390} title="Phone, 390 pixels wide" show={show} />
        </div>
      ) : (
        <p className="text-quiet">Choose a section to see it here.</p>
      )}
    </section>
  )
}

type PreviewFrameProps = {
  /** The width of the screen, in CSS pixels. */
  width: number
  title: string
  show: ShowMessage | undefined
}

/** The page on a screen of the given width, scaled down to fit. */
function PreviewFrame({ width, title, show }: PreviewFrameProps) {
  const { box, scale } = useScale(width)
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(480)
  const [isReady, setReady] = useState(false)

  useEffect(
    () =>
      listenTo<FrameMessage>(
        () => frame.current?.contentWindow,
        (message) => {
          if (message.kind === 'preview-ready') setReady(true)
          if (message.kind === 'preview-height' && message.height > 0) setHeight(Math.min(message.height, 6000))
        },
      ),
    [],
  )

  useEffect(() => {
    if (isReady && show) tell(frame.current?.contentWindow, show)
  }, [isReady, show])

  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 text-quiet text-sm">{title}</figcaption>
      <div
        ref={box}
        className="overflow-hidden border border-base-300"
        style={{ height: Math.ceil(height * scale) + 2 }}
      >
        <iframe
          ref={frame}
          src={paths.adminPreview}
          title={title}
          tabIndex={-1}
          className="block origin-top-left border-0"
          style={{ width, height, transform: `scale(${scale})` }}
        />
      </div>
    </figure>
  )
}
