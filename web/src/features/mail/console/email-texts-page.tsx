import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { messageOf } from '@/lib/api-error'
import { date } from '@/lib/formats'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { EmailTabs } from '@/ui/email-tabs'
import { EmptyState } from '@/ui/empty-state'
import { PageHead } from '@/ui/page-head'
import { Skeleton } from '@/ui/skeleton'
import { PlainTable } from '@/ui/small-table'
import type { Automation, EmailText } from './api'
import { automationsQuery, emailTextsQuery } from './api'
import { kindLabel } from './statuses'

/** Every email that the site sends automatically, with its text and whether an admin changed it. */
export function EmailTextsPage() {
  const texts = useQuery(emailTextsQuery)
  const automations = useQuery(automationsQuery)
  const error = texts.error ?? automations.error
  const retry = () => Promise.all([texts.refetch(), automations.refetch()])
  return (
    <>
      <PageHead
        title="Email Campaigns"
        lede="Every email that the site sends automatically. Open an email to preview it with sample data and edit its text."
      />
      <EmailTabs />
      {texts.data && automations.data ? (
        <Texts rows={texts.data.map((text) => rowOf(text, automations.data))} />
      ) : error ? (
        <EmptyState
          title="The texts could not be loaded"
          action={
            <Button tone="outline" onClick={retry}>
              Try again
            </Button>
          }
        >
          <p>{messageOf(error, 'Something went wrong on our side.')}</p>
        </EmptyState>
      ) : (
        <Skeleton />
      )}
    </>
  )
}

type Row = { id: string; path: string; subject: string; occasion: string; detail: string; state: ReactNode }

/** A row of the list. The text of an automation is edited on the automation's page, next to its switch. */
function rowOf(text: EmailText, automations: readonly Automation[]): Row {
  const { id, kind, subject } = text
  const row = { id, subject, state: <TextState text={text} /> }
  const detail = [text.variant, !isEnglish(text) && text.language].filter(Boolean).join(', ')
  const automation = isEnglish(text) && automations.find((other) => other.kind === kind && !other.isBuiltIn)
  if (!automation) return { ...row, path: href(paths.adminEmailText, { id }), occasion: kindLabel(kind), detail }
  return {
    ...row,
    path: href(paths.adminAutomation, { id: automation.id }),
    occasion: automation.name,
    detail: automation.isOn ? 'Automation, turned on' : 'Automation, turned off',
  }
}

/** Reports whether a text is the English one of its email. */
export const isEnglish = ({ language }: EmailText) => language === 'English'

const builtIn = <span className="whitespace-nowrap text-quiet">Built in</span>

function Texts({ rows }: { rows: readonly Row[] }) {
  const [search, setSearch] = useState('')
  const id = useId()
  const wanted = search.trim().toLowerCase()
  const found = rows.filter(({ occasion, detail, subject }) =>
    `${occasion} ${detail} ${subject}`.toLowerCase().includes(wanted),
  )
  return (
    <>
      <div className="mb-4 flex max-w-96 flex-col gap-1.5">
        <label htmlFor={id} className="font-medium">
          Search texts
        </label>
        <input
          id={id}
          type="search"
          className="input"
          placeholder="Search by occasion or subject"
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
          rows={found.map((row) => ({ key: row.id, cells: cellsOf(row) }))}
        />
      )}
    </>
  )
}

function cellsOf({ path, subject, occasion, detail, state }: Row) {
  return [
    <Link key="subject" className="text-link" to={path}>
      {subject}
    </Link>,
    <span key="occasion">
      {occasion}
      {detail && <span className="block text-quiet text-sm">{detail}</span>}
    </span>,
    state,
  ]
}

/** Shows which text of an email is sent: the built-in or a changed one. */
export function TextState({ text }: { text: EmailText }) {
  const marks = (text.hasDraft || text.isOutdated) && (
    <>
      {text.hasDraft && <Badge tone="brand">Draft</Badge>}
      {text.isOutdated && <Badge tone="brand">Out of date</Badge>}
    </>
  )
  if (!text.isChanged) return marks || builtIn
  return (
    <>
      {marks}
      <Badge tone={text.fault ? 'danger' : 'success'}>{text.fault ? 'Not used: it has an error' : 'Changed'}</Badge>
      <span className="mt-1 block text-quiet text-sm">
        {text.changedBy}, {date(text.changedAt)}
      </span>
    </>
  )
}
