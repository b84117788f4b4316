import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '@/lib/admin-access'
import type { QueuedNomination } from '@/lib/api-types'
import { consolePaths } from '@/lib/console-paths'
import { href } from '@/lib/href'
import { type List, useList } from '@/lib/list'
import { useSelection } from '@/lib/selection'
import { Badge } from '@/ui/badge'
import { BulkActions, useMayBulk } from '@/ui/bulk-actions'
import { EmailText } from '@/ui/email-address'
import { type Column, ListTable } from '@/ui/list-table'
import { ListToolbar } from '@/ui/list-toolbar'
import { Moment } from '@/ui/moment'
import { PageHead } from '@/ui/page-head'
import { type Shortcut, Shortcuts } from '@/ui/shortcuts'
import { FilterTabs } from '@/ui/tabs'
import type { NominationStates } from './api'
import { queueKey, useStateCounts } from './api'
import { ClockRing } from './clock-ring'
import { states } from './states'

/** The queue of nominations, most urgent first. */
export function NominationsPage() {
  const may = useMay()
  const list = useList({
    key: queueKey,
    route: 'GET /api/nominations',
    filters: ['state'],
  })
  const selection = useSelection(list)
  const maySelect = useMayBulk()
  const columns = nominationColumns(list)
  return (
    <>
      <PageHead
        title="Nominations"
        lede="Every applicant was promised an answer within 48 hours. The clock is paused only while we wait for an answer from the applicant."
        actions={<Shortcuts title="Keyboard shortcuts" shortcuts={shortcuts} />}
      />
      <StateTabs selected={list.filter('state')} onSelect={(state) => list.setFilter('state', state)}>
        <ListToolbar
          list={list}
          columns={columns}
          searchLabel="Search nominations"
          placeholder="Name, email, phone, company…"
          exportPath={may('GET /api/nominations/export') ? '/api/nominations/export' : undefined}
        />
        {maySelect && (
          <BulkActions list={list} selection={selection} listName="nominations" shown={list.rows?.length ?? 0} />
        )}
        <ListTable
          selection={maySelect ? selection : undefined}
          nameOf={({ name }) => name}
          caption="Nominations"
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          nothing="No nominations are waiting for a decision"
          noMatch="No nominations match your search"
        />
      </StateTabs>
    </>
  )
}

/** Moves the focus to the next or previous nomination, or to the first if none has the focus. */
function step(by: 1 | -1): boolean {
  const links = [...document.querySelectorAll<HTMLElement>('[data-nomination]')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const link = links[at < 0 ? 0 : at + by]
  link?.focus()
  return link !== undefined
}

const isInQueue = () => document.activeElement?.matches('[data-nomination]') ?? false

const shortcuts: Shortcut[] = [
  { keys: ['j'], label: 'Next nomination. Press Enter to open it', run: () => step(1) },
  { keys: ['k'], label: 'Previous nomination', run: () => step(-1) },
  // If no nomination has the focus, the arrow keys scroll.
  { keys: ['ArrowDown'], label: 'Next nomination, if a nomination has the focus', run: () => isInQueue() && step(1) },
  {
    keys: ['ArrowUp'],
    label: 'Previous nomination, if a nomination has the focus',
    run: () => isInQueue() && step(-1),
  },
  { keys: ['/'], label: 'Search', run: () => false },
]

function nominationColumns(list: List<QueuedNomination>): Column<QueuedNomination>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      sort: 'name',
      width: 13,
      cell: ({ id, name, email }) => (
        <>
          <Link
            to={href(consolePaths.nomination, { ...list.query, id })}
            data-nomination=""
            className="text-link font-semibold"
          >
            {name}
          </Link>
          <span className="block text-quiet text-sm">
            <EmailText address={email} />
          </span>
        </>
      ),
    },
    {
      key: 'company',
      header: 'Company',
      cell: ({ currentDesignation, companyName }) => (
        <>
          {companyName}
          <span className="block text-quiet text-sm">{currentDesignation}</span>
        </>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      width: 9,
      cell: ({ status }) => <Badge tone={states[status].tone}>{states[status].label}</Badge>,
    },
    {
      key: 'due',
      header: 'Time left',
      sort: 'due',
      width: 9.5,
      cell: (row) => <ClockRing clock={row} asOf={list.asOf} />,
    },
    {
      key: 'createdAt',
      header: 'Received',
      sort: 'createdAt',
      width: 8,
      from: '4xl',
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
  ]
}

type StateTabsProps = { selected: string; onSelect: (state: string) => void; children: ReactNode }

// The address of the open nominations has no state parameter.
const open = 'open'

/** Selects which nominations are shown: the open ones, those of one state, or all. */
function StateTabs({ selected, onSelect, children }: StateTabsProps) {
  const counts = useStateCounts().data
  const tabs = [
    { id: open, label: 'Open', count: counts && counts.submitted + counts.in_review + counts.info_requested },
    ...Object.entries(states).map(([id, { label }]) => ({ id, label, count: counts?.[id as keyof NominationStates] })),
    { id: 'all', label: 'All', count: counts && Object.values(counts).reduce((sum, count) => sum + count, 0) },
  ]
  return (
    <FilterTabs
      label="Status"
      tabs={tabs}
      selected={selected || open}
      onSelect={(id) => onSelect(id === open ? '' : id)}
    >
      {children}
    </FilterTabs>
  )
}
