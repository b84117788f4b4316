import { classes } from './classes'

type PortraitProps = {
  /** "" shows the initials instead. */
  src: string
  /** The sizes of a picture of the library, with the width at which the portrait is shown. */
  srcSet?: string
  sizes?: string
  /** The focal point of a picture of the library, as the value of object-position. */
  position?: string
  name: string
  className?: string
}

/** A person's round portrait. */
export function Portrait({ src, srcSet, sizes, position, name, className }: PortraitProps) {
  const shape = classes('shrink-0 rounded-full border border-base-300 bg-base-200', className)
  if (src)
    return (
      <img
        src={src}
        srcSet={srcSet || undefined}
        sizes={sizes}
        alt={`Portrait of ${name}`}
        className={classes(shape, 'object-cover')}
        style={{ objectPosition: position || undefined }}
      />
    )
  return (
    <span
      aria-hidden="true"
      className={classes(shape, 'flex items-center justify-center font-serif text-3xl text-quiet')}
    >
      {initials(name)}
    </span>
  )
}

/** The first letters of a person's first and last name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
