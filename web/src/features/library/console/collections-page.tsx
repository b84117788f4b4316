import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useMay } from '@/lib/admin-access'
import type { Row } from '@/lib/api'
import { consolePaths } from '@/lib/console-paths'
import { libraryCollectionForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { useList } from '@/lib/list'
import { Button } from '@/ui/button'
import { TextAreaField, TextField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { type Column, ListTable } from '@/ui/list-table'
import { ListToolbar } from '@/ui/list-toolbar'
import { PageHead } from '@/ui/page-head'
import { collectionsKey, useSaveCollection } from './api'

const columns: readonly Column<Row<'GET /api/admin/library-collections'>>[] = [
  {
    key: 'title',
    header: 'Title',
    sort: 'title',
    heads: true,
    cell: ({ id, title }) => (
      <Link to={href(consolePaths.libraryCollection, { id })} className="font-medium hover:text-accent">
        {title}
      </Link>
    ),
  },
  { key: 'items', header: 'Items', width: 6, cell: ({ items }) => <span className="tabular-nums">{items}</span> },
  { key: 'description', header: 'Description', from: '5xl', cell: ({ description }) => description },
]

/** The collections of the library. */
export function CollectionsPage() {
  const list = useList({ key: collectionsKey, route: 'GET /api/admin/library-collections' })
  const may = useMay()
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <p className="mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={consolePaths.library}>
          The library
        </Link>
      </p>
      <PageHead
        title="Collections"
        lede="Groups of items in an order that you choose. Members see a collection once one of its items is published."
        actions={
          may('POST /api/library-collections') && <Button onClick={() => setAdding(true)}>Add a collection</Button>
        }
      />
      <ListToolbar list={list} columns={columns} />
      <ListTable
        caption="Collections"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No collections yet"
        nothingYet={<p>Add the first collection, and choose its items.</p>}
        noMatch="No collections match your search"
      />
      {isAdding && <AddCollection onClose={() => setAdding(false)} />}
    </>
  )
}

function AddCollection({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useSaveCollection()
  const navigate = useNavigate()
  return (
    <FormDialog
      title="Add a collection"
      rules={libraryCollectionForm}
      send={async (body) => {
        const { id } = await mutateAsync({ body })
        navigate(href(consolePaths.libraryCollection, { id }))
      }}
      done="The collection was added"
      submitLabel="Add the collection"
      refusalTitle="The collection was not added"
      fields={(form) => (
        <>
          <TextField form={form} name="title" autoComplete="off" />
          <TextAreaField form={form} name="description" rows={3} />
        </>
      )}
      onClose={onClose}
    >
      <p>You choose its items on the next page.</p>
    </FormDialog>
  )
}
