import { useState } from 'react'
import { useMay } from '@/lib/admin-access'
import type { Row } from '@/lib/api'
import { useList } from '@/lib/list'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { IntroductionTabs } from '@/ui/introduction-tabs'
import { type Column, ListTable } from '@/ui/list-table'
import { FilterSelect, ListToolbar } from '@/ui/list-toolbar'
import { Day } from '@/ui/moment'
import { PageHead } from '@/ui/page-head'
import { PersonLink } from '@/ui/person-link'
import { statuses } from '../labels'
import { introductionsKey } from './api'
import { SuggestDialog } from './suggest-dialog'

type IntroductionRow = Row<'GET /api/admin/introductions'>

const columns: readonly Column<IntroductionRow>[] = [
  {
    key: 'people',
    header: 'Members',
    heads: true,
    cell: ({ person, other }) => (
      <>
        <PersonLink id={person.id}>{person.name || 'A former member'}</PersonLink> and{' '}
        <PersonLink id={other.id}>{other.name || 'a former member'}</PersonLink>
      </>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: 8,
    cell: ({ status }) => <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>,
  },
  {
    key: 'isSuggested',
    header: 'Started by',
    width: 10,
    from: '4xl',
    cell: ({ isSuggested, person }) => (isSuggested ? 'The office' : person.name || 'A former member'),
  },
  { key: 'sentAt', header: 'Since', sort: 'sentAt', width: 8, cell: ({ sentAt }) => <Day at={sentAt} /> },
  {
    key: 'expiresAt',
    header: 'Answer until',
    width: 8,
    from: '5xl',
    cell: ({ status, expiresAt }) => status === 'waiting' && <Day at={expiresAt} />,
  },
  { key: 'messages', header: 'Messages', numeric: true, width: 7, from: '4xl', cell: ({ messages }) => messages },
]

const filters = { waiting: 'Waiting or no answer', open: 'Open', withdrawn: 'Withdrawn', closed: 'Closed' }

/** All introductions, without what the members write to each other. */
export function IntroductionsPage() {
  const list = useList({
    key: introductionsKey,
    route: 'GET /api/admin/introductions',
    filters: ['state'],
  })
  const may = useMay()
  const [isSuggesting, setSuggesting] = useState(false)
  return (
    <>
      <PageHead
        title="Introductions"
        lede="Who has asked whom, and who waits. The office reads neither the members’ reasons nor their messages, except a message that one of the two reports. A decline is not shown."
        actions={
          may('POST /api/admin/introductions') && (
            <Button onClick={() => setSuggesting(true)}>Introduce two members</Button>
          )
        }
      />
      <IntroductionTabs />
      <ListToolbar list={list} columns={columns} searchLabel="Search introductions" placeholder="Search by name">
        <FilterSelect
          list={list}
          name="state"
          label="Status"
          all="All introductions"
          options={Object.entries(filters).map(([value, label]) => ({ value, label }))}
        />
      </ListToolbar>
      <ListTable
        caption="Introductions"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No introductions yet"
        nothingYet={<p>Members ask each other in the directory, or you introduce two members.</p>}
        noMatch="No introductions have this status."
      />
      {isSuggesting && <SuggestDialog onClose={() => setSuggesting(false)} />}
    </>
  )
}
