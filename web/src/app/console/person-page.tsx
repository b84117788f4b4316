import { useEffect } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { sentenceOf } from '@/features/audit/console/sentences'
import { EmailStatus, kindLabel } from '@/features/mail/console/statuses'
import { MemberTerms } from '@/features/members/console/member-terms'
import { MemberPayments } from '@/features/members/console/members-history'
import type { Person } from '@/features/people/console/api'
import { usePerson } from '@/features/people/console/api'
import { PersonActions } from '@/features/people/console/person-actions'
import { PersonBilling } from '@/features/people/console/person-billing'
import { PersonFacts } from '@/features/people/console/person-facts'
import { PersonNotes } from '@/features/people/console/person-notes'
import { consolePaths } from '@/lib/console-paths'
import { dateAndTime } from '@/lib/formats'
import { href } from '@/lib/href'
import { Freshness } from '@/ui/list-toolbar'
import { PageHead } from '@/ui/page-head'
import { Skeleton } from '@/ui/skeleton'
import { SmallTable } from '@/ui/small-table'
import { UnreadRecord } from '@/ui/unread-record'

/** Everything that is stored about one person, and the actions of an admin on them. */
export function PersonPage() {
  const { id = '' } = useParams()
  const { data, error, isFetching, asOf, refresh } = usePerson(id)
  const navigate = useNavigate()
  const lasting = data?.id ?? id
  // A corrected address may give the account another person. The id of the account stays.
  useEffect(() => {
    if (lasting !== id) navigate(href(consolePaths.person, { id: lasting }), { replace: true })
  }, [lasting, id, navigate])
  return (
    <>
      <p className="mb-2">
        <Link to={consolePaths.members} className="text-link inline-flex min-h-11 items-center">
          All registered users
        </Link>
      </p>
      {/* The heading is rendered before the data arrives, because navigation moves the focus to it. */}
      <PageHead
        title={data ? nameOf(data) : 'Person'}
        named={data && nameOf(data)}
        actions={data && <Freshness asOf={asOf} busy={isFetching} onRefresh={refresh} />}
      />
      {data ? (
        <>
          <PersonActions person={data} />
          <PersonFacts person={data} />
          <PersonNotes key={data.id} person={data} />
          {data.hasAccount && (
            <MemberTerms memberId={data.id} name={nameOf(data)} email={data.email} terms={data.memberships} />
          )}
          {data.hasAccount && <PersonBilling person={data} />}
          <MemberPayments payments={data.transactions} />
          <Emails person={data} />
          <SignIns person={data} />
          <History person={data} />
        </>
      ) : error ? (
        <UnreadRecord what="Person" error={error} onRetry={refresh} />
      ) : (
        <Skeleton />
      )}
    </>
  )
}

const nameOf = ({ name, email }: Person) => name || email || 'Unnamed person'

const moment = (at: string) => <span className="whitespace-nowrap">{dateAndTime(at)}</span>

function Emails({ person }: { person: Person }) {
  return (
    <SmallTable
      title="Emails"
      nothing="No emails yet"
      headers={['Date', 'Subject', 'Kind', 'Status']}
      rows={person.emails.map(({ id, createdAt, subject, kind, status }) => ({
        key: id,
        cells: [
          moment(createdAt),
          <Link key="subject" to={href(consolePaths.email, { id })} className="text-link">
            {subject}
          </Link>,
          kindLabel(kind),
          <EmailStatus key="status" status={status} />,
        ],
      }))}
    />
  )
}

function SignIns({ person }: { person: Person }) {
  return (
    <SmallTable
      title="Active sessions"
      nothing="No active sessions"
      headers={['Device', 'Network', 'Since', 'Last seen']}
      rows={person.sessions.map(({ device, address, createdAt, lastSeenAt }) => ({
        key: createdAt + address + device,
        cells: [device, address, moment(createdAt), moment(lastSeenAt)],
      }))}
    />
  )
}

function History({ person }: { person: Person }) {
  return (
    <SmallTable
      title="Audit log"
      nothing="No entries yet"
      headers={['When', 'Who', 'What']}
      rows={person.audit.map((entry) => ({
        key: entry.id,
        cells: [moment(entry.at), entry.actor || 'Not known', sentenceOf(entry)],
      }))}
    />
  )
}
