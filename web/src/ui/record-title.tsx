import { type ReactNode, useEffect } from 'react'
import { useConfig } from '@/lib/config'
import { classes } from './classes'

type RecordTitleProps = {
  title: string
  /** The content of the heading, if it is more than the title. */
  children?: ReactNode
  className?: string
}

/** The heading of a page that shows one record. The tab has the same title. */
export function RecordTitle({ title, children = title, className }: RecordTitleProps) {
  const site = useConfig()?.siteName ?? 'Boardcircle'
  useEffect(() => {
    document.title = `${title} · ${site}`
  }, [title, site])
  return (
    <h1 className={classes('display-2 break-words text-[clamp(1.75rem,1.4rem+1.4vw,2.5rem)]', className)} tabIndex={-1}>
      {children}
    </h1>
  )
}
