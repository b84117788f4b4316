import type { ReactNode } from 'react'
import { ApiError, messageOf } from '@/lib/api-error'
import { useWords } from '@/lib/texts'
import { Button, ButtonLink } from './button'
import { EmptyState } from './empty-state'

export type UnreadRecordProps = {
  /** The name of the record, for the built-in titles. */
  what?: string
  /** The titles and the reason without one of the server, if they are not the built-in ones. */
  texts?: { notFound: ReactNode; notLoaded: ReactNode; reason: string }
  error: unknown
  onRetry: () => void
  /** A link to the list if the record does not exist, for pages without other content. */
  list?: { label: ReactNode; to: string }
}

function englishOf(what: string) {
  return {
    notFound: `${what} not found`,
    notLoaded: `The ${what.toLowerCase()} could not be loaded`,
    reason: 'Something went wrong on our side.',
  }
}

/** Replaces a record's page that failed to load. */
export function UnreadRecord({ what = '', texts = englishOf(what), error, onRetry, list }: UnreadRecordProps) {
  const word = useWords()
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <EmptyState
      level={list ? 1 : 2}
      title={isUnknown ? texts.notFound : texts.notLoaded}
      action={
        isUnknown && list ? (
          <ButtonLink to={list.to}>{list.label}</ButtonLink>
        ) : (
          <Button tone="outline" onClick={onRetry}>
            {word('retry')}
          </Button>
        )
      }
    >
      <p>{messageOf(error, texts.reason)}</p>
    </EmptyState>
  )
}
