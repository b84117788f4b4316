import { ApiError, messageOf } from '@/lib/api-error'
import { Button } from './button'
import { EmptyState } from './empty-state'

/** Stands in the place of a record's page that could not be read. */
export function UnreadRecord({ what, error, onRetry }: { what: string; error: unknown; onRetry: () => void }) {
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <EmptyState
      title={isUnknown ? `${what} not found` : `The ${what.toLowerCase()} could not be read`}
      action={
        <Button tone="outline" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <p>{messageOf(error, 'Something went wrong on the way.')}</p>
    </EmptyState>
  )
}
