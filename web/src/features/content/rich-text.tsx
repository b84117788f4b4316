import { classes } from '@/ui/classes'
import { useHideBroken } from './use-hide-broken'

/** What the office wrote in Markdown. The server has made HTML of it, and let through only what is harmless. */
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
