import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'

type PictureProps = ComponentProps<'img'> & {
  /** What stands there without a picture, and in the place of a broken one. */
  children?: ReactNode
}

/** A picture that the office chose; nobody sees a broken one. */
export function Picture({ src, children, ...rest }: PictureProps) {
  const image = useRef<HTMLImageElement>(null)
  const [broken, setBroken] = useState<string>()

  useEffect(() => {
    // It may have failed before the script was there.
    if (image.current?.complete && !image.current.naturalWidth) setBroken(src)
  }, [src])

  if (!src || broken === src) return children
  // biome-ignore lint/a11y/useAltText: given by whoever shows it
  return <img ref={image} src={src} onError={() => setBroken(src)} {...rest} />
}
