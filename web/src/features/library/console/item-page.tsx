import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { consolePaths } from '@/lib/console-paths'
import { date } from '@/lib/formats'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { PageHead } from '@/ui/page-head'
import { ScreenSkeleton } from '@/ui/skeleton'
import { UnreadRecord } from '@/ui/unread-record'
import { useReport } from '@/ui/use-report'
import { type AdminLibraryItem, type LibraryVersion, libraryItemQuery, useDeleteItem } from './api'
import { FileSection } from './file-section'
import { ItemForm } from './item-form'
import { VersionsSection } from './versions-section'

/** An item of the library. */
export function ItemPage() {
  const { id = '' } = useParams()
  const { data: item, error, refetch } = useQuery(libraryItemQuery(id))
  const [isDeleting, setDeleting] = useState(false)
  const [restored, setRestored] = useState<LibraryVersion>()
  const may = useMay()
  if (!item && error)
    return (
      <UnreadRecord
        what="Item"
        error={error}
        onRetry={refetch}
        list={{ label: 'The library', to: consolePaths.library }}
      />
    )
  if (!item) return <ScreenSkeleton />
  return (
    <>
      <p className="mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={consolePaths.library}>
          The library
        </Link>
      </p>
      <PageHead
        title={item.title}
        named={item.title}
        lede={stateText(item)}
        actions={
          may('DELETE /api/library/{id}') && (
            <Button tone="outline" onClick={() => setDeleting(true)}>
              Delete
            </Button>
          )
        }
      />
      <ItemForm key={item.id} item={item} restored={restored} onSaved={() => setRestored(undefined)} />
      <FileSection item={item} />
      {may('GET /api/admin/library/{id}/versions') && <VersionsSection item={item} onRestore={setRestored} />}
      {isDeleting && <DeleteItem item={item} onClose={() => setDeleting(false)} />}
    </>
  )
}

function stateText({ state, publishAt }: AdminLibraryItem): string {
  switch (state) {
    case 'draft':
      return 'A draft. Members do not see it.'
    case 'scheduled':
      return `Members see it from ${date(publishAt)}.`
    default:
      return `Members have seen it since ${date(publishAt)}.`
  }
}

function DeleteItem({ item, onClose }: { item: AdminLibraryItem; onClose: () => void }) {
  const remove = useDeleteItem()
  const report = useReport()
  const navigate = useNavigate()
  async function act() {
    const isDone = await report(remove.mutateAsync(item.id), {
      done: () => ({ title: 'The item was deleted' }),
      failed: 'The item was not deleted',
    })
    onClose()
    if (isDone) navigate(consolePaths.library)
  }
  return (
    <Confirm
      open
      title={`Delete “${item.title}”?`}
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={act}
      onClose={onClose}
    >
      <p>
        Members lose it together with its file, its earlier versions and their bookmarks. The audit log keeps the text.
        This cannot be undone.
      </p>
    </Confirm>
  )
}
