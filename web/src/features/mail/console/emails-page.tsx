import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { count } from '@/lib/formats'
import { href } from '@/lib/href'
import { useList } from '@/lib/list'
import { EmailText } from '@/ui/email-address'
import { EmailTabs } from '@/ui/email-tabs'
import { type Column, ListTable } from '@/ui/list-table'
import { FilterSelect, ListToolbar } from '@/ui/list-toolbar'
import { Moment } from '@/ui/moment'
import { PageHead } from '@/ui/page-head'
import { type PagePart, PartLinks } from '@/ui/part-links'
import type { Email } from './api'
import { emailCountsQuery, emailListKey } from './api'
import { ResendFailed } from './resend'
import { Health } from './sending-health'
import { EmailOutcome, isReached, kindLabel, reachedCounts, statuses } from './statuses'
import { SuppressedAddresses } from './suppressed-addresses'

const filters = ['status', 'kind'] as const

const everyStatus = Object.entries(statuses).map(([value, { label }]) => ({ value, label }))

type Part = 'emails' | 'suppressed'

const parts: readonly (PagePart<Part> & { lede: string })[] = [
  {
    part: 'emails',
    to: consolePaths.emails,
    label: 'Emails',
    lede: 'Every email that the site sends: pending, sent and failed.',
  },
  {
    part: 'suppressed',
    to: href(consolePaths.emails, { part: 'suppressed' }),
    label: 'Suppressed addresses',
    lede: 'Addresses that we do not email, because the person unsubscribed or the address does not accept email.',
  },
]

/** The emails that the site sends, and the addresses that get none. */
export function EmailsPage() {
  const part: Part = useSearchParams()[0].get('part') === 'suppressed' ? 'suppressed' : 'emails'
  return (
    <>
      <PageHead
        title="Email Campaigns"
        lede={parts.find((each) => each.part === part)?.lede}
        actions={part === 'emails' && <ResendFailed />}
      />
      <EmailTabs />
      <PartLinks label="Emails sent" parts={parts} open={part} />
      {part === 'emails' ? <Outbox /> : <SuppressedAddresses />}
    </>
  )
}

/** The outbox: pending, sent and failed emails. */
function Outbox() {
  const list = useList({ key: emailListKey, route: 'GET /api/emails', filters })
  const kinds = useQuery(emailCountsQuery).data?.kinds ?? []
  return (
    <>
      <Health />
      <EmailCounts />
      <ListToolbar list={list} columns={columns} searchLabel="Search emails" placeholder="Search by address or subject">
        <FilterSelect list={list} name="status" label="Status" all="All statuses" options={everyStatus} />
        <FilterSelect
          list={list}
          name="kind"
          label="Kind"
          all="All kinds"
          options={kinds.map((value) => ({ value, label: kindLabel(value) }))}
        />
      </ListToolbar>
      <ListTable
        caption="Emails"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No emails yet"
        nothingYet="The first email appears here when someone applies, signs up or pays."
        noMatch="No emails match your search"
      />
    </>
  )
}

/** The emails that were sent, delivered, opened and clicked, and those in each other status, with a link to them. */
function EmailCounts() {
  const counts = useQuery(emailCountsQuery)
  const known = counts.data?.counts ?? {}
  const isEmpty = !Object.values(known).some((number) => number > 0)
  if (isEmpty && !counts.isPending) return null
  return (
    <ul aria-label="Emails by status" className="mb-6 flex min-h-11 flex-wrap gap-x-6 border-base-300 border-y">
      {reachedCounts(known)
        .filter(({ number }) => number > 0)
        .map(({ label, number }) => (
          <li key={label} className="inline-flex min-h-11 items-center gap-1.5">
            <span className="text-quiet">{label}</span>
            <span className="font-semibold tabular-nums">{count(number)}</span>
          </li>
        ))}
      {Object.entries(statuses)
        .filter(([status]) => !isReached(status) && (known[status] ?? 0) > 0)
        .map(([status, { label }]) => (
          <li key={status}>
            <Link
              to={href(consolePaths.emails, { status })}
              className="inline-flex min-h-11 items-center gap-1.5 underline-offset-4 hover:underline"
            >
              <span className="text-quiet">{label}</span>
              <span className="font-semibold tabular-nums">{count(known[status])}</span>
            </Link>
          </li>
        ))}
    </ul>
  )
}

const columns: readonly Column<Email>[] = [
  {
    key: 'subject',
    header: 'Email',
    cell: ({ id, subject, kind }) => (
      <>
        <Link className="text-link" to={href(consolePaths.email, { id })}>
          {subject || 'No subject'}
        </Link>
        <span className="block text-quiet text-sm">{kindLabel(kind)}</span>
      </>
    ),
  },
  {
    key: 'to',
    header: 'To',
    cell: ({ emailAddress, recipientName }) => (
      <>
        <EmailText address={emailAddress} />
        {recipientName && <span className="block text-quiet text-sm">{recipientName}</span>}
      </>
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
