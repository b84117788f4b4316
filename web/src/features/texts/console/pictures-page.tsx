import { useState } from 'react'
import { useList } from '@/lib/list'
import { libraryKey } from '@/lib/pictures'
import { Button } from '@/ui/button'
import { ContentTabs } from '@/ui/content-tabs'
import { EmptyState, LoadError } from '@/ui/empty-state'
import { ListToolbar } from '@/ui/list-toolbar'
import { PageHead } from '@/ui/page-head'
import { Pager } from '@/ui/pager'
import { Skeleton } from '@/ui/skeleton'
import { PictureDialog } from './picture-dialog'
import { PictureGrid } from './picture-grid'
import { PictureUploader } from './picture-uploader'

/** The picture library. */
export function PicturesPage() {
  const list = useList({
    key: libraryKey,
    route: 'GET /api/pictures',
    perPage: 48,
    filters: ['described'],
  })
  const [openId, setOpenId] = useState('')
  return (
    <>
      <PageHead
        title="Pictures"
        lede="The pictures of pages, sessions and emails. Describe each one, and say what must stay visible when a page crops it. Show people only if they have agreed."
      />
      <ContentTabs />
      <PictureUploader onUploaded={({ id }) => setOpenId((before) => before || id)} />
      <ListToolbar list={list} searchLabel="Search the pictures" placeholder="Description, credit or file">
        <label className="flex flex-col gap-1 text-sm">
          <span className="sr-only">Show</span>
          <select
            className="select"
            value={list.filter('described')}
            onChange={(event) => list.setFilter('described', event.target.value)}
          >
            <option value="">All pictures</option>
            <option value="false">Need a description</option>
            <option value="true">Described</option>
          </select>
        </label>
      </ListToolbar>
      {!list.rows && list.error ? (
        <LoadError title="The pictures could not be loaded" error={list.error} onRetry={list.refresh} />
      ) : (
        !list.rows && <Skeleton />
      )}
      {list.rows?.length === 0 &&
        list.page === 1 &&
        (list.isNarrowed ? (
          <EmptyState
            title="No pictures match your search"
            action={
              <Button tone="outline" onClick={list.clear}>
                Show all
              </Button>
            }
          />
        ) : (
          <EmptyState title="No pictures yet">
            <p>Upload the first one. Pages show drawings until you choose pictures for them.</p>
          </EmptyState>
        ))}
      {list.rows && <PictureGrid pictures={list.rows} onPress={({ id }) => setOpenId(id)} />}
      {list.rows && <Pager page={list.page} perPage={list.perPage} total={list.total} onPage={list.setPage} />}
      {openId && <PictureDialog key={openId} id={openId} onClose={() => setOpenId('')} />}
    </>
  )
}
