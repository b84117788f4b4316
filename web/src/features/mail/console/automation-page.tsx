import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { count, dateAndTime } from '@/lib/formats'
import { href } from '@/lib/href'
import { useList } from '@/lib/list'
import { EmailText } from '@/ui/email-address'
import { type Column, ListTable } from '@/ui/list-table'
import { FilterSelect, ListToolbar } from '@/ui/list-toolbar'
import { Moment } from '@/ui/moment'
import { PageHead } from '@/ui/page-head'
import { PersonLink } from '@/ui/person-link'
import { ScreenSkeleton } from '@/ui/skeleton'
import { UnreadRecord } from '@/ui/unread-record'
import type { Automation, Email } from './api'
import { automationLogKey, automationQuery } from './api'
import { AutomationText, DelayForm, TextsOfKind } from './automation-editor'
import { AutomationSwitch } from './automation-switch'
import { AutomationState, consents, delayInWords } from './automation-words'
import { EmailOutcome, statuses } from './statuses'

/** One automation: its trigger, its text and its recipients. */
export function AutomationPage() {
  const { id = '' } = useParams()
  const query = useQuery(automationQuery(id))
  const automation = query.data
  if (!automation && query.error)
    return (
      <UnreadRecord
        what="Automation"
        error={query.error}
        onRetry={query.refetch}
        list={{ label: 'All emails', to: consolePaths.emailTexts }}
      />
    )
  if (!automation) return <ScreenSkeleton />
  const isSwitched = !automation.isBuiltIn
  return (
    <>
      <p className="mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={consolePaths.emailTexts}>
          All emails
        </Link>
      </p>
      <PageHead
        title={automation.name}
        lede={automation.trigger}
        named={automation.name}
        actions={isSwitched && <AutomationSwitch automation={automation} />}
      />
      <Facts automation={automation} />
      {isSwitched ? (
        <>
          <DelayForm key={automation.id} automation={automation} />
          <h2 className="display-3 mb-4">Text of the email</h2>
          <AutomationText kind={automation.kind} />
        </>
      ) : (
        <>
          <p className="mb-8 max-w-text text-quiet">
            The site always sends this email automatically. It cannot be turned off.
          </p>
          <TextsOfKind kind={automation.kind} />
        </>
      )}
      <Log automation={automation} />
    </>
  )
}

function Facts({ automation }: { automation: Automation }) {
  const consent = consents[automation.consent]
  const facts = [
    ['Status', <AutomationState key="state" automation={automation} />],
    !automation.isBuiltIn && ['When', delayInWords(automation.delayHours)],
    ['Consent', `${consent.label}. ${consent.meaning}`],
    ['Reason', automation.why],
    ['Sent in 30 days', count(automation.sentCount)],
    automation.enabledAt !== '' && automation.isOn && ['On since', dateAndTime(automation.enabledAt)],
  ].filter((fact) => fact !== false)
  return (
    <dl className="mb-8 grid grid-cols-1 max-w-3xl gap-x-6 border-base-300 border-t text-[0.9375rem] sm:grid-cols-[9rem_minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={String(name)} className="border-base-300 border-b py-2 sm:col-span-2 sm:grid sm:grid-cols-subgrid">
          <dt className="text-quiet">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Log({ automation: { id } }: { automation: Automation }) {
  const list = useList({
    key: automationLogKey(id),
    route: 'GET /api/automations/{id}/log',
    path: { id },
    filters: ['status'],
  })
  return (
    <section aria-labelledby="log-heading" className="mt-12">
      <h2 id="log-heading" className="display-3 mb-4">
        Recipients
      </h2>
      <ListToolbar
        list={list}
        columns={columns}
        searchLabel="Search recipients"
        placeholder="Search by address or subject"
      >
        <FilterSelect
          list={list}
          name="status"
          label="Status"
          all="All statuses"
          options={Object.entries(statuses).map(([value, { label }]) => ({ value, label }))}
        />
      </ListToolbar>
      <ListTable
        caption="Recipients"
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        nothing="No emails yet"
        nothingYet="The first email appears here as soon as it is sent."
        noMatch="No emails match your search"
      />
    </section>
  )
}

const columns: readonly Column<Email>[] = [
  {
    key: 'to',
    header: 'To',
    cell: ({ id, emailAddress, recipientName }) => (
      <>
        <PersonLink id={id}>{recipientName || emailAddress}</PersonLink>
        {recipientName && (
          <span className="block text-quiet text-sm">
            <EmailText address={emailAddress} />
          </span>
        )}
      </>
    ),
  },
  {
    key: 'subject',
    header: 'Message',
    cell: ({ id, subject }) => (
      <Link className="text-link" to={href(consolePaths.email, { id })}>
        {subject || 'No subject'}
      </Link>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: 10.5,
    cell: ({ status, errorMessage }) => <EmailOutcome status={status} errorMessage={errorMessage} />,
  },
  {
    key: 'createdAt',
    header: 'Created (IST)',
    sort: 'createdAt',
    width: 8,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
]
