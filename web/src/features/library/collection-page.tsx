import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { counted } from '@/lib/formats'
import { paths } from '@/lib/paths'
import { UnreadCircleRecord } from '@/ui/circle-error'
import { RecordTitle } from '@/ui/record-title'
import { Spinner } from '@/ui/spinner'
import { collectionQuery } from './api'
import { ItemRow } from './item-row'

/** A collection of the library: its published items in their order. */
export function CollectionPage() {
  const { id = '' } = useParams()
  const { data: collection, error, refetch } = useQuery(collectionQuery(id))
  if (!collection && error)
    return (
      <UnreadCircleRecord
        what="Collection"
        error={error}
        onRetry={refetch}
        list={{ label: 'The library', to: paths.circleLibrary }}
      />
    )
  if (!collection) return <Spinner label="Loading the collection…" />
  const { title, description, items } = collection
  return (
    <>
      <p className="-mt-4 mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={paths.circleLibrary}>
          The library
        </Link>
      </p>
      <p className="text-quiet">Collection, {counted(items.length, 'item')}</p>
      <RecordTitle title={title} className="mt-1" />
      {description && <p className="lede mt-4 max-w-text whitespace-pre-line">{description}</p>}
      <ol className="mt-6 border-base-300 border-t" aria-label="Items of the collection">
        {items.map((item) => (
          <ItemRow key={item.id} item={item} />
        ))}
      </ol>
    </>
  )
}
