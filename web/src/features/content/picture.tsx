import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { classes } from '@/ui/classes'

type PictureProps = ComponentProps<'img'> & {
  /** What stands there without a picture, and in the place of a broken one. */
  children?: ReactNode
}

/** A picture that an admin has chosen; a broken one is not shown. */
export function Picture({ src, children, ...rest }: PictureProps) {
  const image = useRef<HTMLImageElement>(null)
  const [broken, setBroken] = useState<string>()

  useEffect(() => {
    // It may have failed before the script was there.
    if (image.current?.complete && !image.current.naturalWidth) setBroken(src)
  }, [src])

  if (!src || broken === src) return children
  // Nobody has described it: the words beside it say what matters.
  return <img ref={image} src={src} alt="" onError={() => setBroken(src)} {...rest} />
}

/** A picture beside words. It has its place before it has come, so that nothing shifts; faces are rather above the middle. */
export function Plate({ className, ...rest }: PictureProps) {
  return (
    <Picture
      loading="lazy"
      className={classes('aspect-3/2 w-full object-cover object-[50%_30%]', className)}
      {...rest}
    />
  )
}
