import { ApiError } from '@/lib/api-error'
import { paths } from '@/lib/paths'
import { ButtonLink } from './button'
import { EmptyState, LoadError } from './empty-state'

type CircleErrorProps = { title: string; error: unknown; busy?: boolean; onRetry: () => void }

/** Replaces content of the circle that failed to load. People whose membership has ended see how to join again. */
export function CircleError({ title, error, busy, onRetry }: CircleErrorProps) {
  if (error instanceof ApiError && error.fields.membership)
    return (
      <EmptyState
        title="This is for members"
        action={
          <>
            <ButtonLink to={paths.membershipPlans}>See the plans</ButtonLink>
            <ButtonLink tone="outline" to={paths.account}>
              Your account
            </ButtonLink>
          </>
        }
      >
        <p>{error.message}</p>
      </EmptyState>
    )
  return <LoadError title={title} error={error} busy={busy} onRetry={onRetry} />
}
