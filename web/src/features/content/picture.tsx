import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { classes } from '@/ui/classes'

type PictureProps = ComponentProps<'img'> & {
  /** The content to show without a picture, or if the picture fails to load. */
  children?: ReactNode
}

/** A picture that an admin has chosen. It is hidden if it fails to load. */
export function Picture({ src, alt = '', children, ...rest }: PictureProps) {
  const image = useRef<HTMLImageElement>(null)
  const [broken, setBroken] = useState<string>()

  useEffect(() => {
    // The picture may have failed before the script was loaded.
    if (image.current?.complete && !image.current.naturalWidth) setBroken(src)
  }, [src])

  if (!src || broken === src) return children
  return <img ref={image} src={src} alt={alt} onError={() => setBroken(src)} {...rest} />
}

/**
 * A picture next to a text, at most as wide as the page. Its space is reserved before it loads. A picture without a
 * focal point is cropped above the middle, where faces are.
 */
export function Plate({ className, ...rest }: PictureProps) {
  return (
    <Picture
      loading="lazy"
      sizes="(min-width: 75rem) 75rem, 100vw"
      className={classes('aspect-3/2 w-full object-cover object-[50%_30%]', className)}
      {...rest}
    />
  )
}
