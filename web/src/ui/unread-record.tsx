import { ApiError, messageOf } from '@/lib/api-error'
import { Button, ButtonLink } from './button'
import { EmptyState } from './empty-state'

type UnreadRecordProps = {
  what: string
  error: unknown
  onRetry: () => void
  /** A link to the list if the record does not exist, for pages without other content. */
  list?: { label: string; to: string }
}

/** Replaces a record's page that failed to load. */
export function UnreadRecord({ what, error, onRetry, list }: UnreadRecordProps) {
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <EmptyState
      level={list ? 1 : 2}
      title={isUnknown ? `${what} not found` : `The ${what.toLowerCase()} could not be loaded`}
      action={
        isUnknown && list ? (
          <ButtonLink to={list.to}>{list.label}</ButtonLink>
        ) : (
          <Button tone="outline" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      <p>{messageOf(error, 'Something went wrong on our side.')}</p>
    </EmptyState>
  )
}
