import { Link } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { consolePaths } from '@/lib/console-paths'
import { href } from '@/lib/href'
import { useList } from '@/lib/list'
import { Badge } from '@/ui/badge'
import { ButtonLink } from '@/ui/button'
import { type Column, ListTable } from '@/ui/list-table'
import { FilterSelect, ListToolbar } from '@/ui/list-toolbar'
import { Day } from '@/ui/moment'
import { PageHead } from '@/ui/page-head'
import type { LibrarySummary } from '../api'
import { kinds, states } from '../labels'
import { libraryKey } from './api'

const columns: readonly Column<LibrarySummary>[] = [
  {
    key: 'title',
    header: 'Title',
    sort: 'title',
    heads: true,
    cell: ({ id, title }) => (
      <Link to={href(consolePaths.libraryItem, { id })} className="font-medium hover:text-accent">
        {title}
      </Link>
    ),
  },
  { key: 'kind', header: 'Kind', width: 11, cell: ({ kind }) => kinds[kind] },
  {
    key: 'state',
    header: 'Status',
    width: 8,
    cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge>,
  },
  {
    key: 'publishAt',
    header: 'Published',
    width: 8,
    cell: ({ publishAt }) => (publishAt ? <Day at={publishAt} /> : 'Not yet'),
  },
  { key: 'tags', header: 'Tags', from: '5xl', cell: ({ tags }) => tags.join(', ') },
]

/** All items of the library, the latest first. */
export function LibraryPage() {
  const list = useList({ key: libraryKey, route: 'GET /api/admin/library', filters: ['kind'] })
  const may = useMay()
  return (
    <>
      <PageHead
        title="Library"
        lede="Research notes, regulatory updates and recordings for members."
        actions={
          <>
            {may('GET /api/admin/library-collections') && (
              <ButtonLink tone="outline" to={consolePaths.libraryCollections}>
                Collections
              </ButtonLink>
            )}
            {may('POST /api/library') && <ButtonLink to={consolePaths.newLibraryItem}>Add an item</ButtonLink>}
          </>
        }
      />
      <ListToolbar
        list={list}
        columns={columns}
        searchLabel="Search the library"
        placeholder="Search by title or abstract"
      >
        <FilterSelect
          list={list}
          name="kind"
          label="Kind"
          all="All kinds"
          options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
        />
      </ListToolbar>
      <ListTable
        caption="Library"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="The library is empty"
        nothingYet={<p>Add the first item. Members see it from the day that you choose.</p>}
        noMatch="No items match your search"
      />
    </>
  )
}
