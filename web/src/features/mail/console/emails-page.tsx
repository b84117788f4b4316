import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { date, timeOfDay } from '@/lib/formats'
import type { Email } from '@/lib/generated'
import { useList } from '@/lib/list'
import { paths } from '@/lib/paths'
import { EmailText } from '@/ui/email-text'
import { FilterSelect } from '@/ui/filter-select'
import { type Column, ListTable } from '@/ui/list-table'
import { ListToolbar } from '@/ui/list-toolbar'
import { PageHead } from '@/ui/page-head'
import { emailCountsQuery } from './calls'
import { EmailCounts } from './email-counts'
import { EmailStatus } from './email-status'
import { ResendFailed } from './resend-failed'
import { kindLabel, statuses, troubleInWords } from './statuses'

const filters = ['status', 'kind'] as const

const everyStatus = Object.entries(statuses).map(([value, { label }]) => ({ value, label }))

/** The outbox: what waits, what went out, what failed and why. */
export function Component() {
  const list = useList<Email>({ path: '/api/emails', topics: ['mail'], filters })
  const kinds = useQuery(emailCountsQuery).data?.kinds ?? []
  return (
    <>
      <PageHead
        title="Email Campaigns"
        lede="Every letter that the site sends: what waits, what went out, what failed and why."
        actions={<ResendFailed onSent={list.refresh} />}
      />
      <EmailCounts />
      <ListToolbar list={list} searchLabel="Search the letters" placeholder="Search by address or subject...">
        <FilterSelect list={list} name="status" label="State" all="Every state" options={everyStatus} />
        <FilterSelect
          list={list}
          name="kind"
          label="Kind"
          all="Every kind"
          options={kinds.map((value) => ({ value, label: kindLabel(value) }))}
        />
      </ListToolbar>
      <ListTable
        caption="Letters"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No letter yet"
        nothingYet="The first stands here as soon as somebody applies, signs up or pays."
        noMatch="No letter matches"
      />
      <section aria-labelledby="campaigns-heading" className="mt-12 border-base-300 border-t pt-5">
        <h2 id="campaigns-heading" className="font-sans font-semibold text-lg">
          Campaigns
        </h2>
        <p className="mt-2 text-quiet">Email campaigns module coming soon...</p>
      </section>
    </>
  )
}

const columns: readonly Column<Email>[] = [
  {
    key: 'subject',
    header: 'Letter',
    cell: ({ id, subject, kind }) => (
      <>
        <Link className="text-link" to={`${paths.adminEmails}/${id}`}>
          {subject || 'Without a subject'}
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
    header: 'State',
    cell: ({ status, errorMessage }) => (
      <>
        <EmailStatus status={status} />
        {errorMessage && <span className="mt-1 block max-w-72 text-quiet text-sm">{troubleInWords(errorMessage)}</span>}
      </>
    ),
  },
  {
    key: 'createdAt',
    header: 'Written (IST)',
    sort: 'createdAt',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="whitespace-nowrap tabular-nums">
        {date(createdAt)}, {timeOfDay(createdAt)}
      </time>
    ),
  },
]
