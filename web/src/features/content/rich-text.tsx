import { classes } from '@/ui/classes'
import { useHideBroken } from './use-hide-broken'

/** A text that an admin wrote in Markdown. The server has rendered and sanitised it. */
export function RichText({ html, className }: { html: string; className?: string }) {
  const box = useHideBroken<HTMLDivElement>()
  if (!html) return null
  return (
    <div
      ref={box}
      className={classes('rich', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server (pb_hooks/content/markdown.go)
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
