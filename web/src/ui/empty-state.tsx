import type { ReactNode } from 'react'
import { messageOf } from '@/lib/api-error'
import { Button } from './button'
import { DotRing } from './dot-ring'
import { Notice } from './notice'

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

type NotReadProps = {
  title: string
  error: unknown
  /** Another try is under way. */
  busy?: boolean
  onRetry: () => void
}

/** Stands where something should that could not be read: why, and another try. */
export function LoadError({ title, error, busy, onRetry }: NotReadProps) {
  return (
    <div role="alert">
      <Notice tone="danger" title={title}>
        <p>{messageOf(error, 'Something went wrong on the way.')}</p>
        <Button tone="outline" className="mt-3" busy={busy} onClick={onRetry}>
          Try again
        </Button>
      </Notice>
    </div>
  )
}
