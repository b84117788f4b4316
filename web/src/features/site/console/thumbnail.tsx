import { useState } from 'react'

/** A small picture of a text's image; a broken one is hidden. */
export function Thumbnail({ src }: { src: string }) {
  const [broken, setBroken] = useState('')
  if (!src || broken === src) return null
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      className="size-14 shrink-0 border border-base-300 object-cover"
      onError={() => setBroken(src)}
    />
  )
}
