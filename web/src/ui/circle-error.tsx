import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ApiError } from '@/lib/api-error'
import { useConfig } from '@/lib/config'
import { dateAndTime } from '@/lib/formats'
import { href } from '@/lib/href'
import { ownCircleQuery, partsOf } from '@/lib/own-circle'
import { paths } from '@/lib/paths'
import { ButtonLink } from './button'
import { EmptyState, LoadError } from './empty-state'
import { OwnCircleFacts, returnTo } from './own-circle'
import { UnreadRecord, type UnreadRecordProps } from './unread-record'

type CircleErrorProps = { title: string; error: unknown; busy?: boolean; onRetry: () => void }

/**
 * Replaces content of the circle that failed to load. People whose membership has ended see what they can return to.
 */
export function CircleError({ title, error, busy, onRetry }: CircleErrorProps) {
  if (isForMembers(error)) return <ForMembers error={error} />
  return <LoadError title={title} error={error} busy={busy} onRetry={onRetry} />
}

/** Does the same for a page of one record, which has no heading until the record is loaded. */
export function UnreadCircleRecord(props: UnreadRecordProps) {
  if (isForMembers(props.error)) return <ForMembers error={props.error} level={1} />
  return <UnreadRecord {...props} />
}

function isForMembers(error: unknown): error is ApiError {
  return error instanceof ApiError && Boolean(error.fields.membership)
}

function ForMembers({ error, level }: { error: ApiError; level?: 1 }) {
  // Without the answer, the page says what members have.
  const { data: own } = useQuery(ownCircleQuery)
  const next = useConfig()?.nextSession
  const isFormer = own && partsOf(own).length > 0
  return (
    <EmptyState
      level={level}
      title="This is for members"
      action={
        <ButtonLink to={paths.membershipPlans}>{isFormer ? 'Renew your membership' : 'See the plans'}</ButtonLink>
      }
    >
      <p>{error.message}</p>
      {!isFormer && (
        <p className="mt-4">
          Members meet in monthly sessions, introduce and mentor each other, see open board seats, vote on what the
          circle says to the regulators, and read the library.
        </p>
      )}
      {own && (
        <div className="mt-4">
          <OwnCircleFacts own={own} start={returnTo} />
        </div>
      )}
      {next && !own?.nextSession && (
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
