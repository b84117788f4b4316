import { type RefObject, useEffect, useRef } from 'react'
import { classes } from './classes'

type RichTextProps = {
  html: string
  className?: string
  /** The text's key in edit mode, in which an empty text is shown too. */
  'data-text'?: string
  /** Set for a text in English on a page in another language. */
  lang?: 'en'
}

/** A text that an admin wrote in Markdown, rendered and sanitised by the server. */
export function RichText({ html, className, lang, 'data-text': key }: RichTextProps) {
  const box = useHideBroken<HTMLDivElement>()
  if (!html && !key) return null
  return (
    <div
      ref={box}
      data-text={key}
      lang={lang}
      className={classes('rich', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it (pb_hooks/internal/markdown)
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/** Hides pictures inside an element that have failed to load or fail later. */
function useHideBroken<Box extends HTMLElement>(): RefObject<Box | null> {
  const box = useRef<Box>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    for (const image of element.querySelectorAll('img')) if (image.complete && !image.naturalWidth) image.hidden = true
    const hide = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) target.hidden = true
    }
    element.addEventListener('error', hide, true)
    return () => element.removeEventListener('error', hide, true)
  })
  return box
}
