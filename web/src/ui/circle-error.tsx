import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ApiError } from '@/lib/api-error'
import { useConfig } from '@/lib/config'
import { dateAndTime } from '@/lib/formats'
import { href } from '@/lib/href'
import { type Module, useModules } from '@/lib/modules'
import { ownCircleQuery, partsOf } from '@/lib/own-circle'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from './button'
import { EmptyState, LoadError } from './empty-state'
import { OwnCircleFacts, returnTo } from './own-circle'
import { Spinner } from './spinner'
import { UnreadRecord, type UnreadRecordProps } from './unread-record'

type CircleErrorProps = { title: string; error: unknown; busy?: boolean; onRetry: () => void }

/**
 * Replaces content of the circle that failed to load. People whose membership has ended see what they can return to.
 */
export function CircleError({ title, error, busy, onRetry }: CircleErrorProps) {
  if (isForMembers(error)) return <ForMembers onRetry={onRetry} />
  if (isForOtherPlans(error)) return <ForOtherPlans error={error} />
  return <LoadError title={title} error={error} busy={busy} onRetry={onRetry} />
}

/** Does the same for a page of one record, which has no heading until the record is loaded. */
export function UnreadCircleRecord(props: UnreadRecordProps) {
  if (isForMembers(props.error)) return <ForMembers level={1} onRetry={props.onRetry} />
  if (isForOtherPlans(props.error)) return <ForOtherPlans level={1} error={props.error} />
  return <UnreadRecord {...props} />
}

function isForMembers(error: unknown): boolean {
  return error instanceof ApiError && Boolean(error.fields.membership)
}

function isForOtherPlans(error: unknown): error is ApiError {
  return error instanceof ApiError && Boolean(error.fields.plan)
}

function ForOtherPlans({ level, error }: { level?: 1; error: ApiError }) {
  return (
    <EmptyState
      level={level}
      title={error.message}
      action={<ButtonLink to={`${paths.membershipPlans}#compare`}>Compare the plans</ButtonLink>}
    />
  )
}

const list = new Intl.ListFormat('en-GB')

const whatMembersDo: readonly { module: Module; words: string }[] = [
  { module: 'sessions', words: 'meet in monthly sessions' },
  { module: 'directory', words: 'introduce and mentor each other' },
  { module: 'board-seats', words: 'see open board seats' },
  { module: 'consultations', words: 'vote on what the circle says to the regulators' },
  { module: 'library', words: 'read the library' },
]

function ForMembers({ level, onRetry }: { level?: 1; onRetry: () => void }) {
  // Without the answer, the page says what members have.
  const { data: own, isPending } = useQuery(ownCircleQuery)
  const next = useConfig()?.nextSession
  const isOn = useModules()
  if (isPending) return <Spinner label="Loading…" />
  if (own?.entitlement === 'active' || own?.entitlement === 'grace')
    return (
      <EmptyState
        level={level}
        title="Your membership is active"
        action={<Button onClick={onRetry}>Open the page</Button>}
      >
        <p>It was not active when this page was loaded.</p>
      </EmptyState>
    )
  const isFormer = own?.entitlement === 'lapsed' || own?.entitlement === 'revoked'
  const isUpcoming = own?.entitlement === 'upcoming'
  return (
    <EmptyState
      level={level}
      title={
        isFormer
          ? 'Your membership has ended'
          : isUpcoming
            ? 'Your membership has not started yet'
            : 'This is for members'
      }
      action={
        isUpcoming ? (
          <ButtonLink to={paths.accountBilling}>See your membership</ButtonLink>
        ) : (
          <ButtonLink to={paths.membershipPlans}>{isFormer ? 'Renew your membership' : 'See the plans'}</ButtonLink>
        )
      }
    >
      {!(isFormer && partsOf(own).length > 0) && (
        <p>Members {list.format(whatMembersDo.filter(({ module }) => isOn(module)).map(({ words }) => words))}.</p>
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
