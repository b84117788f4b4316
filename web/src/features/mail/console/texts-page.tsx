import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { messageOf } from '@/lib/api-error'
import { date } from '@/lib/formats'
import type { EmailText } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { EmailTabs } from '@/ui/email-tabs'
import { EmptyState } from '@/ui/empty-state'
import { PageHead } from '@/ui/page-head'
import { PlainTable } from '@/ui/small-table'
import { Spinner } from '@/ui/spinner'
import { emailTextsQuery } from './api'
import { kindLabel } from './statuses'

/** Every email of the product: what each says, and whether its text was changed here. */
export function Component() {
  const query = useQuery(emailTextsQuery)
  return (
    <>
      <PageHead
        title="Email Campaigns"
        lede="Every email that the site writes by itself. Open one to see it with sample data, and to change what it says. The automations have their texts on their own page."
      />
      <EmailTabs />
      {query.data ? (
        <Texts texts={query.data} />
      ) : query.error ? (
        <EmptyState
          title="The texts could not be read"
          action={
            <Button tone="outline" onClick={() => query.refetch()}>
              Try again
            </Button>
          }
        >
          <p>{messageOf(query.error, 'Something went wrong on the way.')}</p>
        </EmptyState>
      ) : (
        <Spinner label="Loading…" size={28} />
      )}
    </>
  )
}

function Texts({ texts }: { texts: readonly EmailText[] }) {
  const [search, setSearch] = useState('')
  const id = useId()
  const wanted = search.trim().toLowerCase()
  const found = texts.filter((text) =>
    `${kindLabel(text.kind)} ${text.variant} ${text.subject}`.toLowerCase().includes(wanted),
  )
  return (
    <>
      <div className="mb-4 flex max-w-96 flex-col gap-1.5">
        <label htmlFor={id} className="font-medium">
          Search the texts
        </label>
        <input
          id={id}
          type="search"
          className="input"
          placeholder="By occasion or subject..."
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <p role="status" className="mb-2 text-quiet text-sm">
        {found.length === 1 ? '1 text' : `${found.length} texts`}
      </p>
      {found.length > 0 && (
        <PlainTable
          caption="Email texts"
          headers={['Email', 'Occasion', 'Text']}
          rows={found.map((text) => ({ key: text.id, cells: cellsOf(text) }))}
        />
      )}
    </>
  )
}

function cellsOf(text: EmailText) {
  return [
    <Link key="subject" className="text-link" to={`${paths.adminEmailTexts}/${text.id}`}>
      {text.subject}
    </Link>,
    <span key="occasion">
      {kindLabel(text.kind)}
      {text.variant && <span className="block text-quiet text-sm">{text.variant}</span>}
    </span>,
    <TextState key="state" text={text} />,
  ]
}

/** Which text of an email goes out. */
export function TextState({ text }: { text: EmailText }) {
  if (!text.isChanged) return <span className="text-quiet">Built in</span>
  return (
    <>
      <Badge tone={text.fault ? 'danger' : 'success'}>{text.fault ? 'Not used: it has a fault' : 'Changed'}</Badge>
      <span className="mt-1 block text-quiet text-sm">
        {text.changedBy}, {date(text.changedAt)}
      </span>
    </>
  )
}
