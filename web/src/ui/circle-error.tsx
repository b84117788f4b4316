import { Link } from 'react-router'
import { ApiError } from '@/lib/api-error'
import { useConfig } from '@/lib/config'
import { dateAndTime } from '@/lib/formats'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { ButtonLink } from './button'
import { EmptyState, LoadError } from './empty-state'

type CircleErrorProps = { title: string; error: unknown; busy?: boolean; onRetry: () => void }

/**
 * Replaces content of the circle that failed to load. People whose membership has ended see what they can return to.
 */
export function CircleError({ title, error, busy, onRetry }: CircleErrorProps) {
  if (error instanceof ApiError && error.fields.membership) return <ForMembers message={error.message} />
  return <LoadError title={title} error={error} busy={busy} onRetry={onRetry} />
}

function ForMembers({ message }: { message: string }) {
  const next = useConfig()?.nextSession
  return (
    <EmptyState title="This is for members" action={<ButtonLink to={paths.membershipPlans}>See the plans</ButtonLink>}>
      <p>{message}</p>
      <p className="mt-4">
        Members meet in monthly sessions, introduce and mentor each other, see open board seats, vote on what the circle
        says to the regulators, and read the library.
      </p>
      {next && (
        <p className="mt-4">
          The next session that is open to all is{' '}
          <Link to={href(paths.session, { id: next.id })} className="text-link">
            {next.title}
          </Link>
          , {dateAndTime(next.startsAt)} IST.
        </p>
      )}
    </EmptyState>
  )
}
