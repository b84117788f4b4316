import { useEffect, useRef, useState } from 'react'
import { paths } from '@/lib/paths'
import { type FrameMessage, listenTo, type ShowMessage, tell } from './preview-message'

type PreviewFrameProps = {
  /** How wide the screen is that it stands for, in CSS pixels. */
  width: number
  title: string
  show: ShowMessage | undefined
}

/** A screen of some width, made as small as there is room for it. */
export function PreviewFrame({ width, title, show }: PreviewFrameProps) {
  const room = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [available, setAvailable] = useState(width)
  const [height, setHeight] = useState(480)
  const [isReady, setReady] = useState(false)
  const scale = Math.min(1, available / width)

  useEffect(() => {
    const element = room.current
    if (!element) return
    const watch = new ResizeObserver(() => setAvailable(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])

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
        ref={room}
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
