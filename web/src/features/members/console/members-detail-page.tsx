import { Link, useParams } from 'react-router'
import { ApiError, messageOf } from '@/lib/api-error'
import { date } from '@/lib/formats'
import type { Member } from '@/lib/generated'
import { mailTo, telTo } from '@/lib/links'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { EmailText } from '@/ui/email-address'
import { EmptyState } from '@/ui/empty-state'
import { Freshness } from '@/ui/list-toolbar'
import { PageHead } from '@/ui/page-head'
import { Spinner } from '@/ui/spinner'
import { useMember } from './api'
import { MemberTerms } from './member-terms'
import { orNone } from './members-frame'
import { MemberPayments } from './members-history'

/** All that is known of one member: the account, the nomination, the memberships, the payments. */
export function Component() {
  const { id = '' } = useParams()
  const { data, error, isFetching, asOf, refresh } = useMember(id)

  return (
    <>
      <p className="mb-2">
        <Link to={paths.adminMembers} className="text-link inline-flex min-h-11 items-center">
          All registered users
        </Link>
      </p>
      {/* there from the beginning: whoever comes here is put at the heading */}
      <PageHead
        title={data ? data.name || data.email : 'Member'}
        named={data && (data.name || data.email)}
        actions={data && <Freshness asOf={asOf} busy={isFetching} onRefresh={refresh} />}
      />
      {data ? (
        <>
          <Account member={data} />
          <MemberTerms memberId={id} name={data.name || data.email} email={data.email} terms={data.memberships} />
          <MemberPayments payments={data.transactions} />
        </>
      ) : error ? (
        <Missing error={error} onRetry={refresh} />
      ) : (
        <Spinner label="Loading…" size={28} />
      )}
    </>
  )
}

function Missing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <EmptyState
      title={isUnknown ? 'Member not found' : 'The member could not be read'}
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

function Account({ member }: { member: Member }) {
  const { email, phone, location, source, requestType, isActive, isAdmin, createdAt, nomination } = member
  return (
    <section aria-labelledby="member-account" className="mb-10">
      <h2 id="member-account" className="display-3 mb-3">
        Account
      </h2>
      <dl className="grid max-w-3xl grid-cols-[auto_1fr] border-base-300 border-t [&>*]:border-base-300 [&>*]:border-b [&>*]:py-2.5 [&>dt]:pr-6 [&>dt]:text-quiet sm:[&>dt]:pr-12">
        <dt>Email</dt>
        <dd>
          <a href={mailTo(email)} className="text-link [overflow-wrap:anywhere]">
            <EmailText address={email} />
          </a>
        </dd>
        <dt>Phone</dt>
        <dd>
          {phone ? (
            <a href={telTo(phone)} className="text-link">
              {phone}
            </a>
          ) : (
            orNone(phone)
          )}
        </dd>
        <dt>Location</dt>
        <dd>{orNone(location)}</dd>
        <dt>Request type</dt>
        <dd className="capitalize">{requestType}</dd>
        <dt>Source</dt>
        <dd className="flex flex-wrap items-center gap-2">
          {source === 'legacy' ? <Badge tone="outline">Legacy</Badge> : <Badge>Account</Badge>}
          {isAdmin === 'true' && <Badge tone="brand">Administrator</Badge>}
          {isActive !== 'true' && <Badge tone="danger">Switched off</Badge>}
          <span className="text-quiet text-sm">{claim(member)}</span>
        </dd>
        <dt>Since</dt>
        <dd>{date(createdAt)}</dd>
        <dt>Nomination</dt>
        <dd>
          {nomination ? (
            <Link to={`${paths.adminNominations}/${nomination.id}`} className="text-link">
              {nomination.companyName || 'Their nomination'}, sent on {date(nomination.createdAt)}
            </Link>
          ) : (
            <span className="text-quiet">None with this address</span>
          )}
        </dd>
      </dl>
    </section>
  )
}

function claim({ awaitsPassword, invitedAt }: Member): string {
  if (!awaitsPassword) return ''
  return invitedAt ? `No password yet; invited on ${date(invitedAt)}` : 'No password yet, not invited'
}
