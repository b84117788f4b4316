import type { ReactNode } from 'react'
import { messageOf } from '@/lib/api-error'
import { useWords } from '@/lib/texts'
import { Button } from './button'
import { DotRing } from './dot-ring'
import { Notice } from './notice'

type EmptyStateProps = {
  title: ReactNode
  /** 1 if the empty state is the page's only content. */
  level?: 1 | 2
  children?: ReactNode
  action?: ReactNode
}

/** Tells the user that there is no content: an open ring, a sentence, and what to do next. */
export function EmptyState({ title, level = 2, children, action }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className="flex flex-col items-center gap-5 py-12 text-center">
      <DotRing share={0.75} className="size-28 text-primary" />
      <Heading className="display-3">{title}</Heading>
      {children && <div className="w-full max-w-text text-quiet">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}

type NotReadProps = {
  title: ReactNode
  error: unknown
  /** Whether a retry is running. */
  busy?: boolean
  onRetry: () => void
}

/** Replaces content that failed to load: shows the reason and a button to try again. */
export function LoadError({ title, error, busy, onRetry }: NotReadProps) {
  const word = useWords()
  return (
    <div role="alert">
      <Notice tone="danger" title={title}>
        <p>{messageOf(error, word.plain('again'))}</p>
        <Button tone="outline" className="mt-3" busy={busy} onClick={onRetry}>
          {word('retry')}
        </Button>
      </Notice>
    </div>
  )
}
