import { Link } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { counted, date } from '@/lib/formats'
import { href } from '@/lib/href'
import { useList } from '@/lib/list'
import { Badge } from '@/ui/badge'
import { EmailTabs } from '@/ui/email-tabs'
import { type Column, ListTable } from '@/ui/list-table'
import { ListToolbar } from '@/ui/list-toolbar'
import { PageHead } from '@/ui/page-head'
import { type EmailTextRow, type EmailTextSummary, emailTextListKey } from './api'
import { Automations } from './automations'
import { kindLabel } from './statuses'

/** Every email that the site sends automatically, one row each, and whether an admin changed one of its texts. */
export function EmailTextsPage() {
  const list = useList({ key: emailTextListKey, route: 'GET /api/email-texts', perPage: 25 })
  return (
    <>
      <PageHead
        title="Email Campaigns"
        lede="Every email that the site sends automatically. Open an email to preview it with sample data and edit its texts."
      />
      <EmailTabs />
      <Automations />
      <h2 className="display-3 mb-3">Texts</h2>
      <ListToolbar list={list} columns={columns} searchLabel="Search texts" placeholder="Search by email or subject" />
      <ListTable
        caption="Email texts"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No emails"
        noMatch="No emails match your search"
      />
    </>
  )
}

const columns: readonly Column<EmailTextRow>[] = [
  {
    key: 'name',
    header: 'Email',
    sort: 'name',
    cell: ({ id, subject }) => (
      <>
        <Link className="text-link" to={href(consolePaths.emailText, { id })}>
          {kindLabel(id)}
        </Link>
        <span className="block text-quiet text-sm">{subject}</span>
      </>
    ),
  },
  {
    key: 'texts',
    header: 'Texts',
    width: 14,
    from: '3xl',
    cell: ({ variants, languages }) => (
      <>
        {languages.join(', ')}
        {variants > 1 && <span className="block text-quiet text-sm">{counted(variants, 'case')}</span>}
      </>
    ),
  },
  { key: 'state', header: 'State', width: 14, cell: (email) => <TextState text={email} /> },
]

const builtIn = <span className="whitespace-nowrap text-quiet">Built in</span>

type State = Pick<EmailTextSummary, 'hasDraft' | 'isOutdated' | 'isChanged' | 'fault' | 'changedBy' | 'changedAt'>

/** Shows which text of an email is sent: the built-in or a changed one. */
export function TextState({ text }: { text: State }) {
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
