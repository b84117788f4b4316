import type { ReactNode } from 'react'
import { DotRing } from './dot-ring'

type EmptyStateProps = {
  title: string
  /** 1 where the empty state is all that the page has to say. */
  level?: 1 | 2
  children?: ReactNode
  action?: ReactNode
}

/** Nothing here: an open ring, a sentence, and what to do next. */
export function EmptyState({ title, level = 2, children, action }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className="flex flex-col items-center gap-5 py-12 text-center">
      <DotRing share={0.75} className="size-28 text-primary" />
      <Heading className="display-3">{title}</Heading>
      {children && <div className="max-w-text text-quiet">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
