import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react'
import { classes } from './classes'

/** Measures a box and returns the scale, at most 1, at which content of the given width in CSS pixels fits into it. */
function useScale(width: number): { box: RefObject<HTMLDivElement | null>; scale: number } {
  const box = useRef<HTMLDivElement>(null)
  const [available, setAvailable] = useState(width)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const watch = new ResizeObserver(() => setAvailable(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return { box, scale: Math.min(1, available / width) }
}

type ScaledFrameProps = Omit<ComponentProps<'iframe'>, 'width' | 'height'> & {
  title: string
  /** The width at which the page is laid out, in CSS pixels. */
  width: number
  /** Whether the page is laid out wider if there is room. */
  grows?: boolean
}

/** The height of the frame on the screen, in CSS pixels. The page scrolls in it. */
const height = 640

/** A page in a frame, scaled down where it does not fit. */
export function ScaledFrame({ title, width, grows = false, className, ...rest }: ScaledFrameProps) {
  const { box, scale } = useScale(width)
  return (
    <div
      ref={box}
      className={classes('overflow-hidden border border-base-300', className)}
      style={{ height, maxWidth: grows ? undefined : width }}
    >
      <iframe
        title={title}
        className="block origin-top-left border-0"
        style={{
          width: grows && scale === 1 ? '100%' : width,
          height: height / scale,
          transform: `scale(${scale})`,
        }}
        {...rest}
      />
    </div>
  )
}

/** The widths of an email in a mail program on a computer and on a phone, in CSS pixels. */
export const emailWidths = { desktop: 680, phone: 360 } as const
